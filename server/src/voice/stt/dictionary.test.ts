import { expect, test } from 'vitest'
import { lookUpWords } from './dictionary.ts'

test('words of phrases have further pronunciations, all words have those of the dictionary', async () => {
  expect(await lookUpWords(['mocha', 'xyzzy'])).toEqual(new Map([['mocha', ['M OW K AH']]]))
  expect((await lookUpWords(['mocha'], true)).get('mocha')).toEqual(['M OW K AH', 'M AA K AH'])
})
