/** Short tones of our own, made by the browser as they are played. */

/** A tone: when it begins and how long it lasts (seconds), its pitch (hertz), and its loudness (0 to 1). @typedef {[at: number, lasts: number, pitch: number, loud: number]} Tone */

/** @type {AudioContext | null} */
let player = null;

/**
 * @param {readonly Tone[]} tones
 * @param {number} volume 0 to 1
 */
export function playTones(tones, volume = 1) {
  if (typeof AudioContext === "undefined" || volume <= 0) return;
  player ??= new AudioContext();
  void player.resume();
  for (const [at, lasts, pitch, loud] of tones) {
    const begins = player.currentTime + at;
    const [tone, gain] = [player.createOscillator(), player.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loud * volume, begins);
    gain.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
    tone.connect(gain).connect(player.destination);
    tone.start(begins);
    tone.stop(begins + lasts);
  }
}

/** Whether the browser keeps the page silent until somebody has touched it. */
export function isSilenced() {
  if (typeof AudioContext === "undefined") return false;
  player ??= new AudioContext();
  return player.state === "suspended";
}

/** Let the page be heard: a browser allows it while a touch or a key is handled. */
export function allowTones() {
  if (typeof AudioContext === "undefined") return;
  player ??= new AudioContext();
  void player.resume();
}
