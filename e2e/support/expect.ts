import { expect as playwrightExpect } from 'playwright/test';
import { ceilingMs } from '#e2e/support/wait';

/**
 * Playwright's assertions about what a page shows. They look again until it is so, up to the suite's ceiling: a page
 * that was read once may not have been drawn yet.
 */
export const expect = playwrightExpect.configure({ timeout: ceilingMs });
