import { testBrowser } from '#e2e/support/browsers/suite';
import { testTabs } from '#e2e/support/browsers/account-cases';
import { testText } from '#e2e/support/browsers/text-cases';

// Only with --all: e2e/editor proves in this browser what is not here.

testBrowser('chromium', [testTabs, testText]);
