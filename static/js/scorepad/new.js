// The form that opens a score pad.

import { followPreset } from "../presets.js";

followPreset(document.getElementById("apri"));
