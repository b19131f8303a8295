/** The grain of a panel of wood: long lines that bend together round two knots. The same seed gives the same wood. */

export interface GrainPaths {
  readonly fine: string;
  readonly dark: string;
  readonly broad: string;
}

/** Lehmer's generator, from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = (seed * 9301 + 7) % 2147483647;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

const POINTS = 9;
const known = new Map<string, GrainPaths>();

/** The lines on a panel of this size, about one in `spacing` units. */
export function grain(width: number, height: number, seed: number, spacing = 24): GrainPaths {
  const key = [width, height, seed, spacing].join();
  const paths = known.get(key) ?? drawGrain(width, height, seed, spacing);
  known.set(key, paths);
  return paths;
}

function drawGrain(width: number, height: number, seed: number, spacing: number): GrainPaths {
  const random = randomFrom(seed);
  const knots = [
    { x: width * 0.27, y: height * 0.63, radius: height * 0.1 },
    { x: width * 0.78, y: height * 0.22, radius: height * 0.07 },
  ];
  const phases = [random() * 6, random() * 6] as const;
  const bend = (x: number, y: number): number => {
    const wave =
      Math.sin((x / width) * 3.1 + phases[0]) * height * 0.018 +
      Math.sin((x / width) * 7.3 + phases[1] + (y / height) * 2) * height * 0.007;
    return knots.reduce((bent, { x: knotX, y: knotY, radius }) => {
      const [along, across] = [(x - knotX) / (radius * 3), y - knotY];
      const near = Math.exp(-along * along) * Math.exp(-Math.abs(across) / (radius * 1.5));
      return bent + (across < 0 ? -1 : 1) * radius * 0.55 * near;
    }, y + wave);
  };
  const paths = { fine: "", dark: "", broad: "" };
  for (let y = -4; y < height + 4;) {
    y += spacing * (0.35 + random() * 1.3);
    const kind = random() < 0.16 ? "broad" : random() < 0.5 ? "dark" : "fine";
    const from = random() < 0.25 ? random() * width * 0.4 : -4;
    const to = random() < 0.25 ? width * (0.6 + random() * 0.4) : width + 4;
    paths[kind] += line(from, to, (x) => bend(x, y));
  }
  return paths;
}

/** A smooth line through a few points. */
function line(from: number, to: number, height: (x: number) => number): string {
  const points = Array.from({ length: POINTS + 1 }, (_, index) => {
    const x = from + ((to - from) * index) / POINTS;
    return [Math.round(x), Math.round(height(x))] as const;
  });
  const [[x0, y0] = [0, 0], [x1, y1] = [0, 0], ...others] = points;
  const rest = others.map(([x, y]) => `T${x} ${y}`).join("");
  return `M${x0} ${y0}Q${Math.round((x0 + x1) / 2)} ${Math.round((y0 + y1) / 2)} ${x1} ${y1}${rest}`;
}
