/** Sounds, synthesised with the Web Audio API. */
import { settings } from "./settings.svelte";

export type Sound = "move" | "yourTurn" | "end" | "refused";

interface Tone {
  /** The start in seconds. */
  readonly at: number;
  readonly pitch: number;
  readonly length: number;
  readonly loud: number;
}

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  // Wood on wood: low, short, a little overtone.
  move: [
    { at: 0, pitch: 190, length: 0.09, loud: 0.5 },
    { at: 0, pitch: 520, length: 0.03, loud: 0.18 },
  ],
  yourTurn: [
    { at: 0, pitch: 440, length: 0.14, loud: 0.25 },
    { at: 0.11, pitch: 660, length: 0.2, loud: 0.22 },
  ],
  end: [
    { at: 0, pitch: 392, length: 0.25, loud: 0.25 },
    { at: 0.16, pitch: 523, length: 0.25, loud: 0.25 },
    { at: 0.32, pitch: 659, length: 0.5, loud: 0.25 },
  ],
  refused: [{ at: 0, pitch: 110, length: 0.12, loud: 0.3 }],
};

let context: AudioContext | undefined;

function knock(audio: AudioContext, { at, pitch, length, loud }: Tone): void {
  const from = audio.currentTime + at;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, from);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.8, from + length);
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

export const sound = {
  play(name: Sound): void {
    if (!settings.sound || typeof AudioContext === "undefined") return;
    try {
      context ??= new AudioContext();
      const audio = context;
      // Browsers block audio until the first user interaction; this sound may be lost, the next is not.
      if (audio.state === "suspended") void audio.resume().catch(() => undefined);
      for (const one of SOUNDS[name]) knock(audio, one);
    } catch {
      // No audio device: play silently.
    }
  },
};
