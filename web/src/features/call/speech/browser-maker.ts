/** The company that receives the sound when the browser's own recogniser listens. */
interface BrowserMaker {
  /** The browser's name as it begins a sentence. */
  browser: string
  company: string
}

const UNKNOWN: BrowserMaker = { browser: 'Your browser', company: 'the company that makes it' }

/**
 * The first match counts: every browser but Safari also calls itself Chrome, and on an iPhone every browser uses
 * Apple's engine.
 */
const MAKERS: readonly [RegExp, BrowserMaker][] = [
  [/\((?:iPhone|iPad)/, { browser: 'Your browser', company: 'Apple' }],
  [/\bEdg(?:e|A)?\//, { browser: 'Edge', company: 'Microsoft' }],
  [/\b(?:OPR|SamsungBrowser|YaBrowser|Vivaldi)\//, UNKNOWN],
  [/\bChrome\//, { browser: 'Chrome', company: 'Google' }],
  [/\bVersion\/[\d.]+ Safari\//, { browser: 'Safari', company: 'Apple' }],
]

/** @param userAgent the value of `navigator.userAgent` */
export function browserMakerOf(userAgent: string): BrowserMaker {
  return MAKERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? UNKNOWN
}
