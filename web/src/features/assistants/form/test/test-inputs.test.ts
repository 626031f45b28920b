import { expect, it } from 'vitest'
import { VIDEO_ERROR_TEXTS } from '#contract/video-steps.ts'
import { ApiProblem } from '../../../../lib/api-problem.ts'
import { EMPTY_TEST_INPUTS, missingIn, troubleOf, type TestInputs, type TestTrouble } from './test-inputs.ts'

const TEXT = 'Please enter some text to speak'
const KEY = 'Please provide your ElevenLabs API key'
const SHORT = 'A video needs at least 3 characters.'

it.each<[string, Partial<TestInputs>, { mayTalk?: boolean; hasPhoto?: boolean }, TestTrouble | null]>([
  ['nothing', {}, {}, { at: 'fields', text: TEXT }],
  ['blanks', { text: '  \n' }, { hasPhoto: true }, { at: 'fields', text: TEXT }],
  ['a text', { text: 'Hi' }, {}, null],
  ['a text that is too short for a video', { text: ' Hi ' }, { hasPhoto: true }, { at: 'fields', text: SHORT }],
  ['a text that is just long enough for a video', { text: 'Hey' }, { hasPhoto: true }, null],
  ['ElevenLabs without a key', { text: 'Hi', provider: 'elevenlabs' }, {}, { at: 'fields', apiKey: KEY }],
  [
    'ElevenLabs with a blank key',
    { text: 'Hi', provider: 'elevenlabs', apiKey: '  ' },
    {},
    { at: 'fields', apiKey: KEY },
  ],
  ['neither text nor key', { provider: 'elevenlabs' }, {}, { at: 'fields', text: TEXT, apiKey: KEY }],
  ['ElevenLabs with a key', { text: 'Hi', provider: 'elevenlabs', apiKey: 'xi' }, {}, null],
  ['a text, signed out', { text: 'Hi' }, { mayTalk: false }, { at: 'account' }],
  ['nothing, signed out', {}, { mayTalk: false }, { at: 'fields', text: TEXT }],
])('%s', (_, given, { mayTalk = true, hasPhoto = false }, trouble) => {
  expect(missingIn({ ...EMPTY_TEST_INPUTS, ...given }, { mayTalk, hasPhoto })).toEqual(trouble)
})

it('a failed talk has the title from the specification and the cause as detail', () => {
  const problem = (code: string) => new ApiProblem({ status: 403, code, title: 'T', detail: 'D.', requestId: null })
  expect(troubleOf(problem('speech-key-refused'))).toEqual({ at: 'talk', title: VIDEO_ERROR_TEXTS.test, detail: 'D.' })
  expect(troubleOf(problem('unauthenticated'))).toEqual({ at: 'account' })
  expect(troubleOf(null)).toMatchObject({ at: 'talk', title: VIDEO_ERROR_TEXTS.test })
})
