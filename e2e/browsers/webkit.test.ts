import { testBrowser } from '#e2e/support/browsers/suite';

testBrowser('webkit');
