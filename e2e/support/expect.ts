import { expect as playwrightExpect } from 'playwright/test';
import { ceilingMs } from '#e2e/support/wait';

/**
 * Playwright's assertions about a page. They retry up to the suite's time limit: a page that is read once may not have
 * been drawn yet.
 */
export const expect = playwrightExpect.configure({ timeout: ceilingMs });
