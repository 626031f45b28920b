import { expect, test } from 'vitest'
import { browserMakerOf } from './browser-maker.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [CHROME, 'Chrome', 'Google'],
  [`${CHROME} Edg/146.0.0.0`, 'Edge', 'Microsoft'],
  [`${CHROME} OPR/120.0.0.0`, 'Your browser', 'the company that makes it'],
  [`${MAC} Version/26.0 Safari/605.1.15`, 'Safari', 'Apple'],
  [`${IPHONE} CriOS/146.0.0.0 Mobile/15E148 Safari/604.1`, 'Your browser', 'Apple'],
  ['Something/1.0', 'Your browser', 'the company that makes it'],
])('%s: %s by %s', (userAgent, browser, company) => {
  expect(browserMakerOf(userAgent)).toEqual({ browser, company })
}) // oxfmt-ignore
