/** Texts that fit into the room there is: in smaller letters where they must be, and cut only where that is not enough. */

/** A text that fits, and the size of its letters. @typedef {{ text: string, letter: number }} Fitted */

const ruler = document.createElement("canvas").getContext?.("2d");

/**
 * The width of a text at this size of letters.
 * @param {string} text
 * @param {number} letter
 * @param {number} weight
 */
export function widthOf(text, letter, weight) {
  if (!ruler) return 0;
  ruler.font = `${weight} ${letter}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

const LEAST = 0.76; // of the usual size of letters, before a text is cut

/**
 * A text in this room: in smaller letters where it must be, and cut only where that is not enough.
 * @param {string} text
 * @param {number} width
 * @param {number} letter
 * @returns {Fitted}
 */
export function fit(text, width, letter, weight = 400) {
  const wide = widthOf(text, letter, weight);
  if (wide <= width) return { text, letter };
  const small = Math.max(letter * LEAST, (letter * width) / wide);
  if (widthOf(text, small, weight) <= width + 0.5) return { text, letter: small };
  let most = text.length - 1;
  while (most > 1 && widthOf(`${text.slice(0, most)}…`, small, weight) > width) most--;
  return { text: `${text.slice(0, most).trimEnd()}…`, letter: small };
}

/**
 * A text in lines of this width, in smaller letters where it must be; none where it would need more than `most` lines.
 * @param {string} text
 * @param {number} width
 * @param {number} letter
 * @param {number} most
 * @param {number} [weight]
 * @returns {Fitted[]}
 */
export function wrap(text, width, letter, most, weight = 500) {
  for (const size of [letter, letter * 0.88, letter * LEAST]) {
    /** @type {string[]} */
    const lines = [];
    for (const word of text.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && widthOf(longer, size, weight) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    if (lines.length <= most && lines.every((line) => widthOf(line, size, weight) <= width)) {
      return lines.map((line) => ({ text: line, letter: size }));
    }
  }
  return [];
}
