/**
 * Whether a text is the whole address of something on the web, without a user name or password.
 * @param protocols such as `https:`
 */
export function isWebAddress(address: string, protocols: readonly string[] = ['https:', 'http:']): boolean {
  const url = URL.parse(address)
  return url !== null && protocols.includes(url.protocol) && url.username === '' && url.password === ''
}
