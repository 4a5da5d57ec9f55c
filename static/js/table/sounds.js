// Short dry sounds, synthesised here: no file to load. One switch turns them off.

import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null; // a quarter of a second of noise, made once
let isAllowed = false; // whether the browser has let the device run
let rest = 0; // the timer after which it stops

const REST = 1_500; // ms, longer than any sound; a device that runs without one takes a phone's battery

// A sound is a list of strokes: [kind, start s, length s, pitch Hz, loudness].
const SCORES = {
  card: [["noise", 0, 0.05, 1800, 0.35]],
  dealt: [0, 1, 2, 3, 4].map((i) => ["noise", i * 0.09, 0.04, 2100, 0.22]),
  swept: [["noise", 0, 0.18, 900, 0.25]],
  turn: [
    ["tone", 0, 0.09, 330, 0.4],
    ["noise", 0, 0.02, 1200, 0.3],
  ],
  tick: [["noise", 0, 0.02, 3200, 0.3]],
  said: [
    ["tone", 0, 0.06, 392, 0.3],
    ["noise", 0, 0.02, 1600, 0.25],
  ],
  chat: [["tone", 0, 0.05, 660, 0.12]],
  seat: [["noise", 0, 0.1, 500, 0.25]],
  lost: [["tone", 0, 0.16, 220, 0.25]],
  won: [
    ["tone", 0, 0.14, 440, 0.3],
    ["tone", 0.13, 0.14, 554, 0.3],
    ["tone", 0.26, 0.3, 659, 0.3],
  ],
  beaten: [
    ["tone", 0, 0.18, 330, 0.25],
    ["tone", 0.17, 0.3, 262, 0.25],
  ],
  refused: [["tone", 0, 0.1, 180, 0.3]],
};

/** Add the sounds of a game. */
export const addSounds = (scores) => Object.assign(SCORES, scores);

export function playSound(name) {
  if (!prefs.sounds || !prefs.volume || !isAllowed || !context || document.hidden) return;
  wake(context);
  for (const stroke of SCORES[name] ?? []) play(context, stroke);
}

function play(audio, [kind, start, length, pitch, loudness]) {
  const at = audio.currentTime + start;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime((loudness * prefs.volume) / 200, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  const source =
    kind === "tone" ? new OscillatorNode(audio, { type: "triangle", frequency: pitch }) : noise(audio);
  const filter = new BiquadFilterNode(audio, {
    type: kind === "tone" ? "lowpass" : "bandpass",
    frequency: pitch * (kind === "tone" ? 3 : 1),
  });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

function noise(audio) {
  hiss ??= makeHiss(audio);
  return new AudioBufferSourceNode(audio, { buffer: hiss });
}

function makeHiss(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return buffer;
}

/** Run the audio device for a while. */
function wake(audio) {
  audio.resume().then(() => {
    isAllowed = true;
  });
  clearTimeout(rest);
  rest = setTimeout(() => audio.state === "running" && audio.suspend(), REST);
}

// A browser lets a page make sound only after the reader has touched it.
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(
    gesture,
    () => {
      if (!prefs.sounds) return;
      context ??= new AudioContext();
      wake(context);
    },
    { passive: true },
  );
}
