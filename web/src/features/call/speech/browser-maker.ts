/** Who receives the sound when the browser's own recogniser listens. */
export interface BrowserMaker {
  /** At the beginning of a sentence. */
  browser: string
  company: string
}

const UNKNOWN: BrowserMaker = { browser: 'Your browser', company: 'the company that makes it' }

/** The first that fits; every one but Safari calls itself Chrome as well, and on an iPhone every browser is Apple's within. */
const MAKERS: readonly [RegExp, BrowserMaker][] = [
  [/\((?:iPhone|iPad)/, { browser: 'Your browser', company: 'Apple' }],
  [/\bEdg(?:e|A)?\//, { browser: 'Edge', company: 'Microsoft' }],
  [/\b(?:OPR|SamsungBrowser|YaBrowser|Vivaldi)\//, UNKNOWN],
  [/\bChrome\//, { browser: 'Chrome', company: 'Google' }],
  [/\bVersion\/[\d.]+ Safari\//, { browser: 'Safari', company: 'Apple' }],
]

/** @param userAgent as `navigator.userAgent` gives it */
export function browserMakerOf(userAgent: string): BrowserMaker {
  return MAKERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? UNKNOWN
}
