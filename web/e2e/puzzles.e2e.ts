import { expect, test, type Page } from "@playwright/test";
import type { PracticeListView, PracticeView, PuzzleListView, PuzzleView } from "../src/net/schema";
import type { BestMove, Refutation } from "../src/rules/types";
import { loadWasm, showWith, type Send } from "../tests/wasm";
import { makeMove, play, playedMoves, type InputMethod } from "./moves";
import { expectAccessible, GAMES, closeContexts, testPages } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

let send: Send;
test.beforeAll(async () => void (send = await loadWasm()));

const get = async <T>(page: Page, address: string): Promise<T> =>
  (await (await page.request.get(address)).json()) as T;
const dailyOf = (page: Page, game: string) => get<PuzzleView>(page, `/api/puzzle/daily?game=${game}`);
const listOf = async (page: Page, game: string) =>
  (await get<PuzzleListView>(page, `/api/puzzle/list?game=${game}`)).puzzles;

const shownId = (page: Page) => page.locator("[data-puzzle]").getAttribute("data-puzzle");
const answer = (page: Page) => page.locator("p.answer");

/** The puzzle on the page. */
async function shown(page: Page, game: string): Promise<PuzzleView> {
  await expect(page.locator("[data-puzzle]")).toBeVisible();
  const id = await shownId(page);
  const found = (await listOf(page, game)).find((puzzle) => puzzle.id === id);
  if (!found) throw new Error(`no puzzle ${id}`);
  return found;
}

/** Makes a move of the solver. */
const act = (page: Page, method: InputMethod, { game, side }: PracticeView, move: string) =>
  play(page, method, game, move, side === "p1" ? 0 : 1, side === "p2");

/** Makes a move without waiting for the list of moves, which another puzzle empties. */
const touch = (page: Page, method: InputMethod, { game, side }: PracticeView, move: string) =>
  makeMove(page, method, game, move, side === "p1" ? 0 : 1, side === "p2");

/** Solves the puzzle on the board by its main line. Moves are only made when the reply is on the board. */
async function solve(page: Page, method: InputMethod, puzzle: PuzzleView): Promise<void> {
  for (let steps = puzzle.solution; steps[0]; steps = steps[0].then) {
    const { move, then } = steps[0];
    if (then.length === 0) {
      // Another puzzle may come at once.
      await touch(page, method, puzzle, move);
      return;
    }
    await act(page, method, puzzle, move);
    await expect(answer(page)).toContainText("Correct. The reply:");
  }
}

/** A legal move that is not accepted; the same one every time. */
function wrongMove({ game, position, solution }: PuzzleView): string {
  const accepted = new Set(solution.map(({ move }) => move));
  const found = showWith(send, { game, position }).legal.find((move) => !accepted.has(move));
  if (found === undefined) throw new Error("every move is accepted");
  return found;
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const game of GAMES) {
  test(`today’s puzzle of ${game} is solved by mouse`, async ({ page }) => {
    const puzzle = await dailyOf(page, game);
    await page.goto(`/puzzles/${game}/daily`);
    await expect(page.locator("[data-puzzle]")).toHaveAttribute("data-puzzle", puzzle.id);
    await solve(page, "mouse", puzzle);
    await expect(answer(page)).toContainText("Solved.");
    const about = page.getByRole("region", { name: "About this puzzle" });
    await expect(about).toContainText("proven");
    await expect(about).toContainText(/Your rating: 1500 → 15\d\d/);
    await expectAccessible(page);
    // It is remembered on this device.
    await page.goto(`/puzzles/${game}`);
    await expect(page.getByText(/^1 of \d+ solved$/).first()).toBeVisible();
  });
}

test("today’s puzzle is solved by keys, and the focus leads on", async ({ page }) => {
  const puzzle = await dailyOf(page, "samliam");
  await page.goto("/puzzles/samliam/daily");
  await solve(page, "keyboard", puzzle);
  await expect(answer(page)).toContainText("Solved.");
  await expect(page.getByRole("link", { name: "More puzzles" })).toBeFocused();
});

test("today’s puzzle is the same in every time zone", async ({ browser, page }) => {
  const { id, game } = await get<PuzzleView>(page, "/api/puzzle/daily");
  for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const there = await (await browser.newContext({ timezoneId })).newPage();
    await there.goto("/puzzles");
    await there.getByRole("link", { name: "Solve" }).click();
    await expect(there).toHaveURL(new RegExp(`/puzzles/${game}/daily$`));
    await expect(there.locator("[data-puzzle]")).toHaveAttribute("data-puzzle", id);
    await there.context().close();
  }
});

for (const game of GAMES) {
  test(`a wrong try in ${game} is refuted and can be taken back`, async ({ page }) => {
    const puzzle = await dailyOf(page, game);
    await page.goto(`/puzzles/${game}/${puzzle.id}`);
    await expect(page.locator("[data-puzzle]")).toBeVisible();
    await act(page, "mouse", puzzle, wrongMove(puzzle));
    // A sentence of the rules library; Saigon is solved first.
    await expect(answer(page)).toContainText(/Not the right move\. (This|The opponent) .+\./, {
      timeout: 120_000,
    });
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(answer(page)).toBeEmpty();
    expect(await playedMoves(page)).toEqual([]);
    await solve(page, "mouse", puzzle);
    await expect(answer(page)).toContainText("Solved, but not on the first try.");
    // The first attempt counts.
    await expect(page.getByText(/Your rating: 1500 → 14\d\d/)).toBeVisible();
  });
}

test("the refutation is drawn as a reply", async ({ page }) => {
  const puzzles = await listOf(page, "siam");
  // A wrong move that leaves the opponent a push or a step, which is drawn as an arrow.
  const found = puzzles.flatMap((puzzle) => {
    const accepted = puzzle.solution.map(({ move }) => move);
    const { legal } = showWith(send, { game: "siam", position: puzzle.position });
    for (const move of legal.filter((one) => !accepted.includes(one)).slice(0, 8)) {
      const { reply } = send({
        do: "refute",
        game: "siam",
        position: puzzle.position,
        move,
        goal: puzzle.goal,
      }) as Refutation;
      if (reply !== null && /^[a-e][1-5][a-e][1-5]/.test(reply)) return [{ puzzle, move }];
    }
    return [];
  })[0];
  if (!found) throw new Error("no such puzzle");
  await page.goto(`/puzzles/siam/${found.puzzle.id}`);
  await act(page, "mouse", found.puzzle, found.move);
  await expect(page.locator("#board .marks .reply").first()).toBeVisible();
});

test("the solution is shown on the board and can be stepped through", async ({ page }) => {
  const puzzle = await dailyOf(page, "samliam");
  const line: string[] = [];
  for (let [step] = puzzle.solution; step; [step] = step.then) line.push(step.move, ...step.replies);
  await page.goto(`/puzzles/samliam/${puzzle.id}`);
  await page.getByRole("button", { name: "Show solution" }).click();
  await expect(answer(page)).toContainText("This is the solution.");
  await expect.poll(() => playedMoves(page)).toEqual(line);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator(".moves [aria-current]")).toHaveCount(0);
  const analysis = page.getByRole("main").getByRole("link", { name: "Analyse" });
  await analysis.click();
  await expect(page).toHaveURL(/\/analysis\/samliam$/);
  await expect(page.locator("ol.moves [data-move]")).toHaveCount(line.length);
});

test("the stream goes on near the solver’s rating, also by theme", async ({ page }) => {
  await page.goto("/puzzles/samliam");
  await page.getByRole("link", { name: /^Double threat/ }).click();
  await expect(page.getByText("Theme: Double threat")).toBeVisible();
  const first = await shown(page, "samliam");
  await solve(page, "mouse", first);
  await expect(answer(page)).toContainText("Solved.");
  await page.getByRole("button", { name: "Next puzzle" }).press("Enter");
  await expect.poll(() => shownId(page)).not.toBe(first.id);
  await expect(answer(page)).toBeEmpty();
  await expect(page.locator("#board :focus")).toHaveCount(1);
});

test("the keyboard continues in the page that was opened", async ({ page }) => {
  await page.goto("/puzzles");
  await page.getByRole("link", { name: "Siam", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Siam: puzzles" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
});

test("a puzzle that was failed first is solved later, on the device and in the account", async ({ page }) => {
  const puzzle = await dailyOf(page, "samliam");
  await page.goto(`/puzzles/samliam/${puzzle.id}`);
  await act(page, "mouse", puzzle, wrongMove(puzzle));
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  const solved = (count: number) => page.getByText(new RegExp(`^${count} of \\d+ solved$`)).first();
  await page.goto("/puzzles/samliam");
  await expect(solved(0)).toBeVisible();
  await page.goto(`/puzzles/samliam/${puzzle.id}`);
  await solve(page, "mouse", puzzle);
  await expect(page.getByText("Not rated: you have tried it before.")).toBeVisible();
  await page.goto("/puzzles/samliam");
  await expect(solved(1)).toBeVisible();
  const name = `Late${Date.now() % 100_000_000}`;
  await page.request.post("/api/account", { data: { name, password: "a long password" } });
  await page.reload();
  await expect(solved(1)).toBeVisible();
  await expect
    .poll(async () => (await get<{ attempts: object[] }>(page, "/api/puzzle/progress?game=samliam")).attempts)
    .toMatchObject([{ id: puzzle.id, solved: true }]);
});

test("a streak ends with the first wrong move", async ({ page }) => {
  await page.goto("/puzzles/samliam/streak");
  await page.getByRole("button", { name: "Start" }).click();
  for (let count = 1; count <= 2; count += 1) {
    const puzzle = await shown(page, "samliam");
    await solve(page, "mouse", puzzle);
    await expect(page.getByText(`Solved: ${count}`).first()).toBeVisible();
    await expect.poll(() => shownId(page)).not.toBe(puzzle.id);
  }
  const missed = await shown(page, "samliam");
  await act(page, "mouse", missed, wrongMove(missed));
  await expect(page.getByText("The streak is over.")).toBeVisible();
  await expect(page.getByText("2 puzzles solved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play again" })).toBeFocused();
  await expectAccessible(page);
  await page.goto("/puzzles/samliam");
  await expect(page.getByText("Best: 2")).toBeVisible();
});

test("three minutes end by the clock, and a wrong move costs time", async ({ page }) => {
  await page.clock.install();
  await page.goto("/puzzles/samliam/timed");
  await page.getByRole("button", { name: "Start" }).click();
  const clock = page.getByRole("timer");
  await expect(clock).toHaveText(/^(3:00|2:5\d)$/);
  const first = await shown(page, "samliam");
  await solve(page, "mouse", first);
  await page.clock.runFor(1_000);
  await expect.poll(() => shownId(page)).not.toBe(first.id);
  await expect(page.getByText("Solved: 1").first()).toBeVisible();
  const second = await shown(page, "samliam");
  await touch(page, "mouse", second, wrongMove(second));
  await expect(answer(page)).toContainText("ten seconds lost");
  await page.clock.runFor(1_000);
  await expect.poll(() => shownId(page)).not.toBe(second.id);
  await expect(clock).toHaveText(/^[12]:\d\d$/);
  await page.clock.runFor(200_000);
  await expect(page.getByText("Time is up.")).toBeVisible();
  await expect(page.getByText("1 puzzle solved")).toBeVisible();
  await expect(page.getByRole("link", { name: "Puzzle 1, rating" })).toHaveAttribute(
    "href",
    `/puzzles/samliam/${second.id}`,
  );
  await expectAccessible(page);
});

test("a position of the analysis becomes a puzzle, or the page says why not", async ({ page }) => {
  await page.goto("/analysis/siam");
  const make = page.getByRole("button", { name: "Make a puzzle from this position" });
  await make.click();
  await expect(page.getByText(/^Not a puzzle: there is no forced win/)).toBeVisible({ timeout: 120_000 });
  const position = encodeURIComponent("6/6/6/6/A5/A5/1CC3 B -");
  await page.goto(`/analysis/samliam?position=${position}`);
  await make.click();
  // A slower win is not excluded by a search: only the goal is certified.
  const made = page.getByText("This is a puzzle: only the solution reaches the goal, and that is proven.");
  await expect(made).toContainText("Win in 2 moves.");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Solve it" }).click();
  await expect(page.getByText("Win in 2 moves.")).toBeVisible();
  await play(page, "mouse", "samliam", "a1sw", 0);
  await expect(answer(page)).toContainText("Correct. The reply:");
  // A link to a position that is no puzzle says so.
  await page.goto("/puzzles/samliam/position?position=nonsense");
  await expect(page.getByRole("status").filter({ hasText: "Not a puzzle" })).toBeVisible();
});

test("results on the device move into the account", async ({ page }) => {
  const puzzle = await dailyOf(page, "samliam");
  await page.goto("/puzzles/samliam/daily");
  await solve(page, "mouse", puzzle);
  await expect(answer(page)).toContainText("Solved.");
  await page.goto("/signup");
  await page.getByLabel("Name", { exact: true }).fill(`solver${Date.now() % 1_000_000_000}`);
  await page.getByLabel("Password", { exact: true }).fill("a long password for puzzles");
  await page.locator("form button[type=submit], form button.primary").first().click();
  await expect(page).toHaveURL(/\/account$/);
  type Progress = { attempts: { id: string; solved: boolean; rated: boolean }[] };
  const attempts = async () =>
    (await get<Progress>(page, "/api/puzzle/progress?game=samliam")).attempts?.map(
      ({ id, solved, rated }) => ({ id, solved, rated }),
    );
  await expect.poll(attempts).toEqual([{ id: puzzle.id, solved: true, rated: false }]);
  // With an account the server rates.
  await page.goto("/puzzles/samliam/train");
  const next = await shown(page, "samliam");
  expect(next.id).not.toBe(puzzle.id);
  await solve(page, "mouse", next);
  await expect(page.getByText(/Your rating: 1500 → 1[5-9]\d\d/)).toBeVisible();
  await expect.poll(async () => (await attempts()).filter(({ rated }) => rated)).toHaveLength(1);
});

test("practice is played to the end against perfect play", async ({ page }) => {
  await page.goto("/practice/samliam");
  await page.getByRole("link", { name: "Position 1", exact: true }).first().click();
  await expect(page.locator("[data-puzzle]")).toBeVisible();
  const id = await shownId(page);
  const { positions } = await get<PracticeListView>(page, "/api/puzzle/practice?game=samliam");
  const all: readonly PracticeView[] = positions.length > 0 ? positions : await listOf(page, "samliam");
  const place = all.find((one) => one.id === id);
  if (!place) throw new Error("no position");
  const best = (moves: readonly string[]) =>
    send({ do: "practise", game: "samliam", position: place.position, moves }) as BestMove | null;
  // A mistake first: it counts although it is taken back.
  const right = best([])?.move;
  const mistake = showWith(send, { game: "samliam", position: place.position }).legal.find((move) => {
    const after = send({
      do: "practise",
      game: "samliam",
      position: place.position,
      moves: [move],
    }) as BestMove | null;
    return move !== right && after?.result !== "loss";
  });
  if (mistake === undefined) throw new Error("no move is a mistake");
  await act(page, "mouse", place, mistake);
  await expect(page.getByText("Mistakes: 1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Take back" })).toBeEnabled();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => playedMoves(page)).toEqual([]);
  for (let ply = 0; ply < 40; ply += 1) {
    const moves = (await playedMoves(page)).map((move) => move ?? "");
    const { turn } = showWith(send, { game: "samliam", position: place.position, moves });
    if (turn === null) break;
    if (turn !== place.side) {
      await expect.poll(async () => (await playedMoves(page)).length).toBeGreaterThan(moves.length);
      continue;
    }
    await act(page, "mouse", place, best(moves)?.move ?? "");
  }
  await expect(answer(page)).toContainText("Goal reached. 1 mistake.");
  await expect(page.getByText(/^Move 1: better was/)).toBeVisible();
  await page.getByRole("button", { name: "Show perfect line" }).click();
  await expect(answer(page)).toContainText("The perfect line");
  await expect(page.locator(".moves ol > li")).not.toHaveCount(0);
  await expectAccessible(page);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("puzzles and practice work without a network after one visit", async ({ page, context }) => {
    const puzzle = await dailyOf(page, "samliam");
    await page.goto("/puzzles");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
      }
    });
    await expect(page.getByRole("link", { name: "Solve" })).toBeVisible();
    await page.goto("/practice/samliam");
    await expect(page.getByRole("link", { name: "Position 1", exact: true }).first()).toBeVisible();
    await context.setOffline(true);
    await page.goto("/puzzles");
    await expect(page.getByRole("link", { name: "Solve" })).toBeVisible();
    await page.goto("/puzzles/samliam/daily");
    await expect(page.locator("[data-puzzle]")).toHaveAttribute("data-puzzle", puzzle.id);
    await act(page, "mouse", puzzle, wrongMove(puzzle));
    await expect(answer(page)).toContainText(/Not the right move\. (This|The opponent) .+\./);
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page, "mouse", puzzle);
    await expect(answer(page)).toContainText("Solved, but not on the first try.");
    await page.goto("/practice/samliam");
    await page.getByRole("link", { name: "Position 1", exact: true }).first().click();
    await expect(page.locator("[data-puzzle]")).toBeVisible();
  });
});

const PAGES = [
  "/puzzles",
  "/practice",
  ...GAMES.flatMap((game) => [
    `/puzzles/${game}`,
    `/puzzles/${game}/daily`,
    `/puzzles/${game}/streak`,
    `/practice/${game}`,
  ]),
  "/puzzles/siam/train",
  "/puzzles/siam/timed",
  "/puzzles/siam/nothing",
  "/puzzles/nothing",
];

testPages(PAGES, async (page, address) => {
  await page.waitForLoadState("networkidle");
  if (address.endsWith("/daily")) await expect(page.locator("[data-puzzle]")).toBeVisible();
});

test("the pages are in French, with the words of the rules library", async ({ browser }) => {
  const page = await (await browser.newContext({ locale: "fr-FR" })).newPage();
  const puzzle = await dailyOf(page, "samliam");
  await page.goto("/");
  await page.getByRole("link", { name: "Problèmes", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Problèmes" })).toBeVisible();
  await page.goto("/puzzles/samliam/daily");
  await expect(page.getByText(/^Gagnez en (un coup|\d+ coups)\.$/)).toBeVisible();
  await act(page, "mouse", puzzle, wrongMove(puzzle));
  await expect(answer(page)).toContainText(/Ce n’est pas le bon coup\. (Cela|L’adversaire|Ce) .+\./);
  // The language can be changed at any time.
  await page.getByRole("button", { name: "Compte et réglages" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(answer(page)).toContainText(/Not the right move\. (This|The opponent) .+\./);
});

test("the home page leads to today’s puzzle, the learning pages to puzzles and practice", async ({
  page,
}) => {
  const { game } = await get<PuzzleView>(page, "/api/puzzle/daily");
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Today’s puzzle/ })).toHaveAttribute(
    "href",
    `/puzzles/${game}/daily`,
  );
  await page.goto("/learn/siam");
  await page.getByRole("link", { name: "Practice" }).click();
  await expect(page).toHaveURL(/\/practice\/siam$/);
  await page.getByRole("main").getByRole("link", { name: "Puzzles" }).click();
  await expect(page).toHaveURL(/\/puzzles\/siam$/);
});
