import { isFrameWord, stem } from './asked-words.ts'
import { cosine, vectorOf } from './word-vectors.ts'

/** Numbers the significant words of some texts. */
export interface WordTable {
  /** The numbers of these words, without frame words. Words that are not in the table yet are added. */
  placesOf(words: readonly string[]): number[]
  /** The likeness of a word to each word of the table, 0 to 1. */
  likenessesTo(word: string): Float32Array
}

export function createWordTable(): WordTable {
  const places = new Map<string, number>()
  const placesByStem = new Map<string, number[]>()
  const vectors: (Float32Array | undefined)[] = []

  function addedPlaceOf(word: string): number {
    const place = vectors.push(vectorOf(word)) - 1
    places.set(word, place)
    const alike = placesByStem.get(stem(word))
    if (alike) alike.push(place)
    else placesByStem.set(stem(word), [place])
    return place
  }

  return {
    placesOf: (words) =>
      [...new Set(words)].filter((word) => !isFrameWord(word)).map((word) => places.get(word) ?? addedPlaceOf(word)),

    likenessesTo(word) {
      const vector = vectorOf(word)
      const alike = new Float32Array(vectors.length)
      for (let place = 0; place < vectors.length; place += 1) {
        const other = vectors[place]
        if (vector && other) alike[place] = Math.max(0, cosine(vector, other)) ** 2
      }
      for (const place of placesByStem.get(stem(word)) ?? []) alike[place] = 1
      return alike
    },
  }
}
