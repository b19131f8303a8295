/**
 * Sounds of wood and bamboo, synthesised with the Web Audio API: a knock is a short burst of filtered noise (the touch)
 * with a few damped partials (the body).
 */
import { settings } from "./settings.svelte";

export type Sound =
  | "place"
  | "push"
  | "slide"
  | "fall"
  | "duelWon"
  | "duelLost"
  | "yourTurn"
  | "lowTime"
  | "win"
  | "loss"
  | "draw"
  | "refused";

/** A damped partial: seconds, hertz, seconds, 0 to 1. */
interface DampedPartial {
  readonly at: number;
  readonly pitch: number;
  readonly length: number;
  readonly loud: number;
  /** The pitch at the end, as a factor. */
  readonly bend?: number;
}

/** A burst of noise through a band-pass filter. */
interface Burst {
  readonly at: number;
  readonly band: number;
  /** The band at the end, as a factor. */
  readonly sweep?: number;
  readonly length: number;
  readonly loud: number;
  /** The seconds until it is loudest; a knock is loudest at once. */
  readonly rise?: number;
}

interface Score {
  readonly partials: readonly DampedPartial[];
  readonly bursts?: readonly Burst[];
}

/** Wood struck at a pitch: a bar has partials at about 2.76 and 5.4 times its pitch. */
const wood = (at: number, pitch: number, loud: number, length = 0.12): Score => ({
  partials: [
    { at, pitch, length, loud, bend: 0.97 },
    { at, pitch: pitch * 2.76, length: length * 0.5, loud: loud * 0.35 },
    { at, pitch: pitch * 5.4, length: length * 0.25, loud: loud * 0.12 },
  ],
  bursts: [{ at, band: 2_400, length: 0.018, loud: loud * 0.5 }],
});

const together = (...scores: readonly Score[]): Score => ({
  partials: scores.flatMap(({ partials }) => partials),
  bursts: scores.flatMap(({ bursts = [] }) => bursts),
});

const rub = (at: number, band: number, length: number, loud: number, sweep = 0.7): Score => ({
  partials: [],
  bursts: [{ at, band, sweep, length, loud, rise: length * 0.35 }],
});

export const SOUNDS: Readonly<Record<Sound, Score>> = {
  place: wood(0, 260, 0.42),
  push: together(rub(0, 700, 0.2, 0.22), wood(0.17, 190, 0.42, 0.15)),
  slide: together(rub(0, 1_300, 0.22, 0.3, 1.3), wood(0.2, 300, 0.38, 0.09)),
  fall: together(rub(0, 900, 0.16, 0.12, 0.4), wood(0.18, 120, 0.5, 0.22), wood(0.31, 150, 0.2, 0.12)),
  duelWon: together(wood(0, 392, 0.26, 0.3), wood(0.1, 588, 0.26, 0.4)),
  duelLost: together(wood(0, 330, 0.26, 0.25), wood(0.11, 247, 0.26, 0.35)),
  yourTurn: together(wood(0, 523, 0.2, 0.25), wood(0.12, 698, 0.18, 0.35)),
  lowTime: together(wood(0, 880, 0.32, 0.09), wood(0.16, 880, 0.32, 0.09)),
  win: together(
    wood(0, 392, 0.24, 0.35),
    wood(0.13, 494, 0.24, 0.35),
    wood(0.26, 588, 0.24, 0.4),
    wood(0.42, 784, 0.28, 0.7),
  ),
  loss: together(wood(0, 392, 0.22, 0.35), wood(0.17, 349, 0.22, 0.4), wood(0.36, 262, 0.26, 0.7)),
  draw: together(wood(0, 392, 0.22, 0.35), wood(0.18, 392, 0.22, 0.5)),
  refused: together(wood(0, 130, 0.3, 0.07), wood(0.08, 122, 0.26, 0.07)),
};

/** Milliseconds of vibration and pause. Only what happens on the board is felt. */
const VIBRATIONS: Readonly<Partial<Record<Sound, readonly number[]>>> = {
  place: [8],
  push: [14],
  slide: [8],
  fall: [12, 40, 24],
  duelWon: [10, 30, 10],
  duelLost: [24],
  refused: [8, 30, 8],
};

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** A second of white noise, made once. */
function noiseOf(audio: BaseAudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return noise;
}

function strike(audio: BaseAudioContext, output: AudioNode, partial: DampedPartial): void {
  const { at, pitch, length, loud, bend = 1 } = partial;
  const from = audio.currentTime + at;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(pitch, from);
  tone.frequency.exponentialRampToValueAtTime(pitch * bend, from + length);
  volume.gain.setValueAtTime(0.0001, from);
  volume.gain.exponentialRampToValueAtTime(loud, from + 0.003);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(volume).connect(output);
  tone.start(from);
  tone.stop(from + length + 0.02);
}

function rustle(audio: BaseAudioContext, output: AudioNode, burst: Burst): void {
  const { at, band, sweep = 1, length, loud, rise = 0.001 } = burst;
  const from = audio.currentTime + at;
  const [source, filter, volume] = [
    audio.createBufferSource(),
    audio.createBiquadFilter(),
    audio.createGain(),
  ];
  source.buffer = noiseOf(audio);
  filter.type = "bandpass";
  filter.Q.value = 1.2;
  filter.frequency.setValueAtTime(band, from);
  filter.frequency.exponentialRampToValueAtTime(band * sweep, from + length);
  volume.gain.setValueAtTime(0.0001, from);
  volume.gain.exponentialRampToValueAtTime(loud, from + rise);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(filter).connect(volume).connect(output);
  source.start(from, Math.random() * 0.5);
  source.stop(from + length + 0.02);
}

function vibrate(name: Sound): void {
  const pattern = VIBRATIONS[name];
  if (!settings.vibration || !pattern || typeof navigator.vibrate !== "function") return;
  // Browsers refuse before the first touch, with a warning on the console.
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate([...pattern]);
}

/** Schedules a sound at the present of a context. */
export function schedule(audio: BaseAudioContext, output: AudioNode, name: Sound): void {
  const { partials, bursts = [] } = SOUNDS[name];
  for (const partial of partials) strike(audio, output, partial);
  for (const burst of bursts) rustle(audio, output, burst);
}

export const sound = {
  play(name: Sound): void {
    vibrate(name);
    if (!settings.sound || settings.volume <= 0 || typeof AudioContext === "undefined") return;
    try {
      context ??= new AudioContext();
      const audio = context;
      // Browsers block audio until the first user interaction; this sound may be lost, the next is not.
      if (audio.state === "suspended") void audio.resume().catch(() => undefined);
      const output = audio.createGain();
      output.gain.value = settings.volume;
      output.connect(audio.destination);
      schedule(audio, output, name);
    } catch {
      // No audio device: play silently.
    }
  },
};
