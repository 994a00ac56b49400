/** The engines that the promises are tested in. */
export const engines = ['chromium', 'firefox', 'webkit'] as const;

/** One of them. */
export type Engine = (typeof engines)[number];

/** A page that runs functions: Playwright's pages do, and those of every driver. */
export interface EvaluatingPage {
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Waits until the function returns something true. */
  waitForFunction<Argument>(work: (argument: Argument) => unknown, argument: Argument): Promise<unknown>;
  waitForFunction(work: () => unknown): Promise<unknown>;
}

/** The least that a browser must do for the suite: one window with one page, driven by its own input. */
export interface Driver {
  engine: Engine;
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs an expression in the page, waits for its promise, and returns the text that it gives. */
  evaluate(expression: string): Promise<string>;
  /** Presses keys by the names of keys.ts, all held together, and releases them. */
  press(keys: readonly string[]): Promise<void>;
  /** Has an input method compose か in several steps; missing where no input method can be driven. */
  compose?(): Promise<void>;
  /** Clicks at a point of the page while the keys are held. */
  click(point: Point, options?: { count?: number; held?: readonly string[] }): Promise<void>;
  /** Gives files to the field of this selector. */
  upload(selector: string, files: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The page as a PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Pixels from the page's corner. */
export interface Point {
  x: number;
  y: number;
}

/** The browsers that the tests of this process have open: what they show is kept when a test fails. */
export const drivers = new Set<Driver>();
