import { testBrowser } from '#e2e/support/browsers/suite';

// Only with --all: another browser.

testBrowser('firefox');
