/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether brackets are nested deeper than `maxDepth`, or more than `maxSigns` brackets, commas and colons are outside of
 * strings. Parsing such text could block all other calls. Reads each character at most twice; strings are skipped.
 */
export function isTooComplex(json: string, maxDepth: number, maxSigns = Infinity): boolean {
  let depth = 0
  let signs = 0
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charAt(at)) {
      case '"':
        at = endOfText(json, at)
        break
      case '{':
      case '[':
        depth += 1
        signs += 1
        break
      case '}':
      case ']':
        depth -= 1
        signs += 1
        break
      case ',':
      case ':':
        signs += 1
    }
    if (depth > maxDepth || signs > maxSigns) return true
  }
  return false
}

/** The index of the closing quotation mark, or the length of the text if there is none. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return json.length
}
