import { stem } from './asked-words.ts'
import { cosine, vectorOf } from './word-vectors.ts'

export type WordTable = ReturnType<typeof createWordTable>

/**
 * Numbers the words of some texts.
 * @param toVector the vector of a word that is added; undefined if it has none
 */
export function createWordTable(toVector: (word: string) => Float32Array | undefined = vectorOf) {
  const places = new Map<string, number>()
  const placesByStem = new Map<string, number[]>()
  const vectors: (Float32Array | undefined)[] = []

  function addedPlaceOf(word: string): number {
    const place = vectors.push(toVector(word)) - 1
    places.set(word, place)
    const alike = placesByStem.get(stem(word))
    if (alike) alike.push(place)
    else placesByStem.set(stem(word), [place])
    return place
  }

  function cosinesTo(word: string, vector: Float32Array | undefined): Float32Array {
    const cosines = new Float32Array(vectors.length)
    if (vector) {
      for (let place = 0; place < vectors.length; place += 1) {
        const other = vectors[place]
        if (other) cosines[place] = cosine(vector, other)
      }
    }
    for (const place of placesByStem.get(stem(word)) ?? []) cosines[place] = Math.max(1, cosines[place] ?? 0)
    return cosines
  }

  return {
    /** The number of this word, which is added if it is not in the table yet. */
    placeOf: (word: string) => places.get(word) ?? addedPlaceOf(word),
    /** The cosine of each word of the table with a word that has this vector; at least 1 for forms of the same word. */
    cosinesTo,
    /** The likeness of a word to each word of the table, 0 to 1. */
    likenessesTo(word: string): Float32Array {
      const alike = cosinesTo(word, vectorOf(word))
      for (let place = 0; place < alike.length; place += 1) alike[place] = Math.max(0, alike[place] ?? 0) ** 2
      return alike
    },
  }
}
