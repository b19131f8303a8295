import { expect, test } from "@playwright/test";

/** The pages from their sources: the bundle does not export single modules. */
const sources = process.env["MEKONG_E2E_DEV_URL"] ?? "";

interface Rendered {
  readonly name: string;
  readonly peak: number;
  /** The loudest tenth of a second, in decibels below full scale. */
  readonly loudness: number;
  /** The largest amplitude in the first and in the last tenth of a millisecond. */
  readonly edges: readonly [number, number];
  /** The strength of some pitches in each tenth of a second: how it sounds, whatever its volume. */
  readonly fingerprint: readonly number[];
}

/** Renders every sound as the speakers would get it at full volume. */
async function render(): Promise<Rendered[]> {
  const RATE = 44_100;
  const address = "/src/sound.ts";
  const { SOUNDS, schedule } = (await import(/* @vite-ignore */ address)) as {
    SOUNDS: Record<string, unknown>;
    schedule: (audio: BaseAudioContext, output: AudioNode, name: string) => void;
  };
  const all: Rendered[] = [];
  for (const name of Object.keys(SOUNDS)) {
    const audio = new OfflineAudioContext(1, 1.6 * RATE, RATE);
    schedule(audio, audio.destination, name);
    const samples = (await audio.startRendering()).getChannelData(0);
    const loud = Array.from(samples, Math.abs);
    const end = loud.findLastIndex((value) => value > 0);
    const edge = Math.ceil(RATE / 10_000);
    const window = RATE / 10;
    let [sum, most] = [0, 0];
    samples.forEach((value, index) => {
      sum += value ** 2 - (samples[index - window] ?? 0) ** 2;
      most = Math.max(most, sum / window);
    });
    const fingerprint = Array.from({ length: 10 }, (_, slice) =>
      Array.from({ length: 24 }, (_, pitch) => {
        // From 100 Hz in steps of three semitones.
        const turn = (2 * Math.PI * 100 * 2 ** (pitch / 4)) / RATE;
        let [real, imaginary] = [0, 0];
        for (let index = 0; index < window; index += 1) {
          const value = samples[slice * window + index] ?? 0;
          real += value * Math.cos(turn * index);
          imaginary += value * Math.sin(turn * index);
        }
        return Math.hypot(real, imaginary);
      }),
    ).flat();
    all.push({
      name,
      peak: Math.max(...loud),
      loudness: 10 * Math.log10(most),
      edges: [Math.max(...loud.slice(0, edge)), Math.max(...loud.slice(end - edge, end + 1))],
      fingerprint,
    });
  }
  return all;
}

test.skip(process.env["MEKONG_E2E_URL"] !== undefined, "needs the sources of the pages");

test("sounds are clean, equally loud and told apart", async ({ page }) => {
  await page.goto(`${sources}/settings`);
  const sounds = await page.evaluate(render);
  expect(sounds.length).toBeGreaterThan(10);
  for (const { name, peak, loudness, edges } of sounds) {
    // Two may sound at once.
    expect(peak, `${name} clips`).toBeLessThan(0.7);
    expect(Math.max(...edges), `${name} clicks`).toBeLessThan(0.005);
    expect(loudness, `${name} is hard to hear`).toBeGreaterThan(-27);
    expect(loudness, `${name} is too loud`).toBeLessThan(-16);
  }
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  for (const [index, { name, fingerprint: one }] of sounds.entries()) {
    for (const { name: other, fingerprint: two } of sounds.slice(index + 1)) {
      const likeness = product(one, two) / Math.sqrt(product(one, one) * product(two, two));
      expect(likeness, `${name} and ${other} sound alike`).toBeLessThan(0.9);
    }
  }
});
