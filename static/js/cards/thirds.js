// The count of games in which cards are worth thirds of a point.

import { inThirds } from "../table/count.js";

/** 17 thirds are "5⅔" points. */
export const points = (thirds) => `${thirds < 0 ? "−" : ""}${inThirds(Math.abs(thirds))}`;

/** The rows of a match's points by their sources. */
export const sourceRows = ({ aces, figures, last_trick: lastTrick, rounded }) => [
  [gettext("aces"), aces.map(points)],
  [gettext("threes, twos and court cards"), figures.map(points)],
  [gettext("last trick"), lastTrick.map(points)],
  ...(rounded.some(Boolean)
    ? [
        [
          gettext("thirds rounded"),
          rounded.map((thirds) => (thirds > 0 ? `+${points(thirds)}` : points(thirds))),
        ],
      ]
    : []),
];

/** Points in thirds for the review; null for an average. */
export const amount = (thirds) => (Number.isInteger(thirds) ? points(thirds) : null);
