/**
 * The phrase language of an assistant's knowledge (`phrasePatternSchema`): words, `[optional part]` and `(this |
 * that)`, nested as needed. Parsed only here: the recogniser builds a grammar from the tree, the brain matches text
 * against it, and tests expand it.
 */
export type PatternNode =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[]; readonly optional: boolean }

/**
 * Thrown for a pattern that cannot be parsed or that would match silence. `position` counts characters from the start.
 */
export class PatternSyntaxError extends Error {
  readonly position: number

  constructor(message: string, pattern: string, position: number) {
    super(`${message} (at character ${position + 1} of "${pattern}")`)
    this.name = 'PatternSyntaxError'
    this.position = position
  }
}

interface Token {
  readonly text: string
  readonly position: number
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/** Reads a pattern into its tree. @throws {PatternSyntaxError} when brackets don't match or it would match silence. */
export function parsePattern(pattern: string): PatternNode {
  const tokens = tokenise(pattern)
  let next = 0

  function choice(optional: boolean): PatternNode {
    const options = [sequence()]
    while (tokens[next]?.text === '|') {
      next += 1
      options.push(sequence())
    }
    const [only] = options
    return only && options.length === 1 && !optional ? only : { kind: 'choice', options, optional }
  }

  function sequence(): PatternNode {
    const items: PatternNode[] = []
    for (let token = tokens[next]; token && !isEndOfPart(token.text); token = tokens[next]) items.push(part(token))
    const [only] = items
    if (!only) throw new PatternSyntaxError('A word is missing', pattern, tokens[next]?.position ?? pattern.length)
    return items.length === 1 ? only : { kind: 'sequence', items }
  }

  function part(token: Token): PatternNode {
    next += 1
    const closing = CLOSING[token.text]
    if (closing === undefined) return { kind: 'word', word: token.text }
    const inner = choice(token.text === '[')
    if (tokens[next]?.text !== closing) {
      throw new PatternSyntaxError(`"${token.text}" has no "${closing}"`, pattern, token.position)
    }
    next += 1
    return inner
  }

  const tree = choice(false)
  const rest = tokens[next]
  if (rest) throw new PatternSyntaxError(`"${rest.text}" has no beginning`, pattern, rest.position)
  if (canBeSilent(tree)) throw new PatternSyntaxError('At least one word must not be optional', pattern, 0)
  return tree
}

/** Like `parsePattern`; undefined for a pattern that cannot be parsed. */
export function readPattern(pattern: string): PatternNode | undefined {
  try {
    return parsePattern(pattern)
  } catch {
    return undefined
  }
}

/** The distinct phrases that a pattern stands for, at most `limit` of them. */
export function expandPattern(pattern: string, limit: number): string[] {
  return expand(parsePattern(pattern), limit)
}

/** The distinct words of a pattern, in order of appearance. */
export function patternWords(pattern: string | PatternNode): string[] {
  return [...new Set(wordsOf(typeof pattern === 'string' ? parsePattern(pattern) : pattern))]
}

/**
 * Returns a test for whether a text is one of the pattern's phrases. Case and punctuation are ignored. To test many
 * patterns, pass the text's `normaliseWords`, so that they are computed only once.
 */
export function compilePattern(pattern: string): (text: string | readonly string[]) => boolean {
  const tree = parsePattern(pattern)
  return (text) => {
    const words = typeof text === 'string' ? normaliseWords(text) : text
    return endsOf(tree, words, new Set([0])).has(words.length)
  }
}

/** Returns a test for whether any of the pattern's phrases of at least two words occurs among the words of a text. */
export function findPattern(pattern: string): (words: readonly string[]) => boolean {
  const tree = parsePattern(pattern)
  return (words) => words.some((_, start) => [...endsOf(tree, words, new Set([start]))].some((end) => end >= start + 2))
}

/** Splits a text into words as patterns have them: lower case, straight apostrophes, no accents, no punctuation. */
export function normaliseWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’ʼ]/g, "'").toLowerCase()
  return [...plain.matchAll(/[\p{L}\p{N}][\p{L}\p{N}']*/gu)].map(([word]) => word.replace(/(?<!')'+$/, ''))
}

function tokenise(pattern: string): Token[] {
  const tokens: Token[] = []
  for (const match of pattern.matchAll(/[a-z][a-z']*|\S/g)) {
    const [text] = match
    if (!/^[a-z()[\]|]/.test(text)) throw new PatternSyntaxError(`"${text}" is not allowed`, pattern, match.index)
    tokens.push({ text: text.replace(/'+$/, ''), position: match.index })
  }
  return tokens
}

function isEndOfPart(text: string): boolean {
  return text === '|' || text === ')' || text === ']'
}

function canBeSilent(node: PatternNode): boolean {
  if (node.kind === 'word') return false
  if (node.kind === 'sequence') return node.items.every(canBeSilent)
  return node.optional || node.options.some(canBeSilent)
}

function wordsOf(node: PatternNode): string[] {
  if (node.kind === 'word') return [node.word]
  return (node.kind === 'sequence' ? node.items : node.options).flatMap(wordsOf)
}

/** Each step keeps at most `limit` distinct phrases, since every optional part would otherwise double their number. */
function expand(node: PatternNode, limit: number): string[] {
  if (node.kind === 'word') return [node.word]
  if (node.kind === 'choice') {
    const phrases = node.options.flatMap((option) => expand(option, limit))
    return [...new Set(node.optional ? [...phrases, ''] : phrases)].slice(0, limit)
  }
  let heads = ['']
  for (const item of node.items) {
    const tails = expand(item, limit)
    const joined = new Set<string>()
    for (const head of heads) {
      for (const tail of tails) {
        if (joined.size < limit) joined.add(head && tail ? `${head} ${tail}` : head || tail)
      }
    }
    heads = [...joined]
  }
  return heads
}

/**
 * The positions where the node may end if it starts at any of `starts`. All ways are followed at once, so that no
 * pattern needs backtracking.
 */
function endsOf(node: PatternNode, words: readonly string[], starts: ReadonlySet<number>): ReadonlySet<number> {
  if (starts.size === 0) return starts
  if (node.kind === 'word') {
    return new Set([...starts].filter((start) => words[start] === node.word).map((start) => start + 1))
  }
  if (node.kind === 'sequence') {
    return node.items.reduce((reached, item) => endsOf(item, words, reached), starts)
  }
  const ends = new Set(node.optional ? starts : [])
  for (const option of node.options) for (const end of endsOf(option, words, starts)) ends.add(end)
  return ends
}
