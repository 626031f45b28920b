import { expect, test } from 'vitest'
import { lookUpWords } from './dictionary.ts'

test('all words have the dictionary’s pronunciations, and words of phrases have additional ones', async () => {
  expect(await lookUpWords(['mocha', 'xyzzy'])).toEqual(new Map([['mocha', ['M OW K AH']]]))
  expect((await lookUpWords(['mocha'], true)).get('mocha')).toEqual(['M OW K AH', 'M AA K AH'])
})
