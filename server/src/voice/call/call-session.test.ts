import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Recogniser } from '../ports.ts'
import { metronomeSynthesiser, scriptedRecogniser, WORD_MS } from '../testing/scripted-parts.ts'
import { conversation } from './conversation-testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a call', () => {
  it('begins with the first message, hears a question and answers it', async () => {
    const talk = conversation(['what is rye bread'])
    talk.call.requestResponse()
    await talk.waits(2_000)
    await talk.says()
    await talk.waits(4_000)
    expect(talk.heard()).toEqual([
      'assistant: Hello I am Nina an AI',
      'user: What is rye bread',
      'assistant: Rye bread is dark and keeps for a whole week in a box',
    ])
    expect(talk.count('mouth')).toBe(2)
  })

  it('records only the part of an interrupted answer that was heard', async () => {
    const talk = conversation(['what is rye bread', 'what does a loaf cost'])
    await talk.says()
    await talk.waits(1_700)
    await talk.says()
    await talk.waits(2_500)
    const [, answer, , second] = talk.heard()
    const words = answer?.replace('assistant: ', '').split(' ') ?? []
    expect(words.length).toBeGreaterThan(2)
    expect(words.length).toBeLessThan(9)
    expect('Rye bread is dark and keeps for a whole week in a box').toContain(words.join(' '))
    expect(second).toBe('assistant: Four dollars')
    expect(talk.lines()[1]?.interrupted).toBe(true)
  })

  it('falls silent within 200 ms when the caller begins to speak', async () => {
    const talk = conversation(['what is rye bread', ''])
    await talk.says()
    await talk.waits(1_500)
    const before = talk.count('audio')
    expect(before).toBeGreaterThan(0)
    await talk.says(180)
    expect(talk.outputs.at(-1)?.type).toMatch(/held|speech-started/)
  })

  it('continues a long answer after a yes, ends it after a no, and ignores both if it asked nothing', async () => {
    const talk = conversation(['yes', 'how is dough made', 'yes', 'okay', 'no', 'no'])
    await talk.says(400)
    await talk.waits(1_500)
    expect(talk.heard()).toEqual([])
    await talk.says()
    await talk.waits(1_500)
    // Said during the answer, "yes" is only agreement.
    await talk.says(400)
    await talk.waits(6_000)
    expect(talk.count('resumed')).toBe(1)
    expect(talk.heard()[1]).toMatch(/^assistant: Mix flour .* Shall I go on\?$/)
    expect(talk.heard()[2]).toBe('user: Yes')
    await talk.says(400)
    await talk.waits(9_000)
    expect(talk.heard().at(-1)).toMatch(/^assistant: Cover it.* Shall I go on\?$/)
    await talk.says(400)
    await talk.waits(3_000)
    const closed = talk.heard()
    expect(closed.at(-1)).toBe("assistant: All right. I'm here whenever you need me.")
    await talk.says(400)
    await talk.waits(1_500)
    expect(talk.heard()).toEqual(closed)
  })

  it('accepts a yes that overlaps the last word of its question', async () => {
    const talk = conversation(['yes'])
    talk.types('How is dough made?')
    const words = () => talk.outputs.flatMap((output) => (output.type === 'words' ? [output.text] : [])).join('')
    while (!words().includes('on?')) await talk.waits(20)
    await talk.says(400)
    await talk.waits(2_000)
    expect(words()).toContain('Shall I go on?')
    expect(words()).toContain('Cover it')
  })

  it('treats its own words as an echo while a room may return them', async () => {
    const talk = conversation(['is dark and'])
    talk.types('What is rye bread?')
    const words = () => talk.outputs.flatMap((output) => (output.type === 'words' ? [output.text] : [])).join('')
    while (!words().includes('a whole')) await talk.waits(20)
    await talk.says(400)
    await talk.waits(1_500)
    expect([talk.count('resumed'), talk.count('response-started')]).toEqual([1, 1])
    const late = conversation(['rye bread'])
    late.types('What is rye bread?')
    await late.waits(1_900)
    await late.says(400)
    await late.waits(1_500)
    expect(late.count('response-started')).toBe(2)
  })

  it('moves the mouth in time with each sentence, and pauses between two', async () => {
    const talk = conversation([])
    talk.types('How is dough made?')
    await talk.waits(12_000)
    const starts = talk.outputs.flatMap((output) => (output.type === 'mouth' ? [output.cues[0]?.atMs] : []))
    expect(starts).toEqual([0, 15 * WORD_MS + 180])
  })

  it('shows the words and mouths of a sentence that is synthesised in pieces when each piece is played', async () => {
    const whole = metronomeSynthesiser()
    const talk = conversation([], {
      synthesiser: {
        ...whole,
        async *speak({ text, ...request }, signal) {
          const middle = text.indexOf('keeps')
          for (const piece of [text.slice(0, middle), text.slice(middle)]) {
            yield* whole.speak({ text: piece, ...request }, signal)
          }
        },
      },
    })
    talk.types('What is rye bread?')
    await talk.waits(1_000)
    talk.call.cancelResponse()
    expect(talk.outputs.flatMap((output) => (output.type === 'mouth' ? [output.cues[0]?.atMs] : []))).toEqual([
      0,
      5 * WORD_MS,
    ])
    expect(talk.heard().at(-1)).toMatch(/^assistant: Rye bread is dark( and)?$/)
  })

  it('records only the part that was heard of an answer that breaks off', async () => {
    const talk = conversation([], {
      brain: {
        async *reply() {
          yield 'Rye bread is dark and keeps for a whole week in a box. It'
          await new Promise((resolve) => setTimeout(resolve, 1_000))
          throw new Error('brain')
        },
      },
    })
    talk.types('What is rye bread?')
    await talk.waits(2_000)
    expect(talk.heard().at(-1)).toMatch(/^assistant: Rye bread is dark( and)?$/)
    expect(talk.lines().at(-1)?.interrupted).toBe(true)
    expect(talk.faults).toHaveLength(1)
  })

  it('continues from the same word after a cough', async () => {
    const talk = conversation(['what is rye bread', ''])
    await talk.says()
    await talk.waits(1_500)
    await talk.says(250)
    await talk.waits(4_000)
    expect(talk.count('held')).toBe(1)
    expect(talk.count('resumed')).toBe(1)
    expect(talk.count('item-removed')).toBe(1)
    expect(talk.heard()).toEqual([
      'user: What is rye bread',
      'assistant: Rye bread is dark and keeps for a whole week in a box',
    ])
    expect(talk.lines().some((line) => line.interrupted)).toBe(false)
  })

  it('holds less easily after wordless sounds, and as easily as before from the next answer on', async () => {
    const talk = conversation(['how is dough made', '', '', 'how is dough made', ''])
    await talk.says()
    await talk.waits(1_500)
    for (let cough = 0; cough < 4; cough += 1) {
      await talk.says(250)
      await talk.waits(900)
    }
    expect(talk.count('held')).toBe(2)
    await talk.says()
    await talk.waits(1_500)
    expect(talk.count('held')).toBe(3)
    await talk.says(250)
    await talk.waits(900)
    expect(talk.count('held')).toBe(4)
  })

  it('holds after half a second of sound even after many false alarms', async () => {
    const talk = conversation(['how is dough made', '', '', '', '', ''])
    await talk.says()
    await talk.waits(600)
    for (let cough = 0; cough < 5; cough += 1) {
      await talk.says(450)
      await talk.waits(500)
    }
    expect(talk.count('held')).toBe(5)
  })

  it('ends an utterance after 15 seconds without a pause and answers what it has heard', async () => {
    const talk = conversation(['what does a loaf cost'])
    await talk.says(16_000)
    expect(talk.heard()[0]).toBe('user: What does a loaf cost')
    expect(talk.count('speech-stopped')).toBe(1)
  })

  it('trusts the player about how much was heard', async () => {
    const talk = conversation([])
    const lastItem = () => talk.outputs.findLast((output) => output.type === 'response-started')?.item.id ?? ''
    const truncateLast = (words: number) => talk.call.truncate(lastItem(), words * WORD_MS)
    talk.types('What is rye bread?')
    await talk.waits(2_000)
    talk.call.cancelResponse()
    truncateLast(3)
    expect(talk.heard().at(-1)).toBe('assistant: Rye bread is')
    // The server assumes that this answer was heard, but the player lags behind.
    talk.types('What does a loaf cost?')
    await talk.waits(3_000)
    truncateLast(1)
    expect(talk.lines().at(-1)).toMatchObject({ content: 'Four', interrupted: true })
    talk.types('What is rye bread?')
    await talk.waits(2_000)
    talk.call.playbackPaused(lastItem(), 2 * WORD_MS)
    talk.call.cancelResponse()
    expect(talk.heard().at(-1)).toBe('assistant: Rye bread')
    // Some clients tell this before they cancel the answer.
    talk.types('What is rye bread?')
    await talk.waits(2_000)
    truncateLast(1)
    talk.call.cancelResponse()
    expect(talk.heard().at(-1)).toBe('assistant: Rye')
  })

  it('answers typed lines by voice, and refuses a second simultaneous answer', async () => {
    const talk = conversation([])
    expect(talk.types('how much is a loaf?')).toBe(true)
    expect(talk.call.requestResponse()).toBe(false)
    await talk.waits(1_500)
    expect(talk.heard()).toEqual(['user: how much is a loaf?', 'assistant: Four dollars'])
    expect(talk.count('audio')).toBeGreaterThan(0)
  })

  it('answers half a sentence when the microphone is muted in the middle', async () => {
    const talk = conversation(['what does a loaf cost'])
    await talk.says(600)
    talk.call.endAudio()
    await talk.waits(1_500)
    expect(talk.heard().at(-1)).toBe('assistant: Four dollars')
  })

  it('joins a sentence that was cut by a pause', async () => {
    const recogniser = scriptedRecogniser(['', 'what does a loaf cost'])
    const talk = conversation([], { recogniser })
    await talk.says(700)
    await talk.waits(700)
    await talk.says(700)
    await talk.waits(2_000)
    expect(recogniser.utterances[1]).toBeGreaterThan((recogniser.utterances[0] ?? 0) * 1.8)
    const lengthsMs = talk.outputs.flatMap((output) => (output.type === 'transcribed' ? [output.durationMs] : []))
    expect(lengthsMs.at(-1)).toBeGreaterThan(1_900)
    expect(talk.heard()).toEqual(['user: What does a loaf cost', 'assistant: Four dollars'])
  })

  it('waits for the second half of a sentence, and answers the first half if none comes', async () => {
    const joined = conversation(['what does a…', 'what does a loaf cost'])
    await joined.says(700)
    await joined.waits(1_300)
    await joined.says(700)
    await joined.waits(2_000)
    expect(joined.heard().filter((line) => !line.endsWith(': '))).toEqual([
      'user: What does a loaf cost',
      'assistant: Four dollars',
    ])
    const alone = conversation(['what does a…'])
    await alone.says(700)
    await alone.waits(1_300)
    expect(alone.count('audio')).toBe(0)
    await alone.waits(1_500)
    expect(alone.count('audio')).toBeGreaterThan(0)
  })

  it('says that it did not catch unrecognised speech, and stays silent after a click', async () => {
    const talk = conversation(['', ''])
    await talk.says(200)
    await talk.waits(1_500)
    expect(talk.count('response-started')).toBe(0)
    await talk.says(1_200)
    await talk.waits(6_000)
    expect(talk.heard()[0]).toMatch(/did not catch/)
  })

  it('offers questions after two misunderstandings in a row, spoken and typed, until a turn is understood', async () => {
    const talk = conversation([''])
    const offers = () => talk.outputs.flatMap((output) => (output.type === 'help' ? [output.offer] : []))
    await talk.says(1_200)
    await talk.waits(6_000)
    expect(offers()).toEqual([])
    talk.types('who won the cup?')
    await talk.waits(6_000)
    expect(offers()).toEqual([{ reason: 'outside-field', questions: expect.any(Array) }])
    expect(offers()[0]?.questions).toContain('What is rye bread?')
    talk.types('what is rye bread?')
    await talk.waits(4_000)
    expect(offers().at(-1)).toBeNull()
    expect(talk.turns).toEqual([
      { position: 0, outcome: 'not-heard', said: '' },
      { position: 2, outcome: 'refused', said: 'who won the cup?' },
      { position: 4, outcome: 'answered', said: 'what is rye bread?' },
    ])
  })

  it('tells a caller who was misunderstood twice that the voice is too quiet', async () => {
    const talk = conversation(['', ''])
    for (let turn = 0; turn < 2; turn += 1) {
      await talk.says(1_200, 0.02)
      await talk.waits(6_000)
    }
    expect(talk.outputs.findLast((output) => output.type === 'help')?.offer?.reason).toBe('too-quiet')
  })

  it.each([
    ['complete', 250],
    ['unknown', 400],
    ['open', 1_500],
  ] as const)('ends a turn whose words are %s after %i ms of silence', async (progress, silenceMs) => {
    const talk = conversation([], { recogniser: scriptedRecogniser(['what does a loaf cost'], progress) })
    await talk.says()
    await talk.waits(3_000)
    const endpointMs = talk.lines().at(-1)?.timings?.endpointMs
    expect(endpointMs).toBeGreaterThan(silenceMs - 50)
    expect(endpointMs).toBeLessThan(silenceMs + 100)
  })

  it('times every turn from the end of speech', async () => {
    const recogniser = scriptedRecogniser(['what does a loaf cost'])
    const talk = conversation([], { recogniser })
    await talk.says()
    await talk.waits(1_500)
    // The speech, the 250 ms before it, in which its first sound may be, and the pause that ended it.
    expect((recogniser.utterances[0] ?? 0) / 16).toBeCloseTo(1_420, -2)
    const timings = talk.lines().at(-1)?.timings
    expect(timings?.endpointMs).toBeGreaterThan(200)
    expect(timings?.endpointMs).toBeLessThan(500)
    expect(timings?.firstAudioSentMs).toBeGreaterThanOrEqual(timings?.textMs ?? Infinity)
  })

  it('continues when the recogniser fails', async () => {
    const broken: Recogniser = {
      ...scriptedRecogniser([]),
      open: () => ({
        write: () => undefined,
        progress: async () => 'unknown',
        finish: () => Promise.reject(new Error('ears')),
        cancel: () => undefined,
      }),
    }
    const talk = conversation([], { recogniser: broken })
    await talk.says(1_200)
    await talk.waits(1_500)
    expect(talk.faults).toHaveLength(1)
    expect(talk.count('transcription-failed')).toBe(1)
    talk.call.cancelResponse()
    talk.types('what does a loaf cost')
    await talk.waits(1_500)
    expect(talk.heard().at(-1)).toBe('assistant: Four dollars')
  })

  it('ends at its limit in the middle of an answer, and records the part that was heard', async () => {
    const talk = conversation([], { limitMs: 2_000 })
    await talk.waits(1_000)
    talk.types('What is rye bread?')
    await talk.waits(3_000)
    expect(talk.ended()).toEqual({ reason: 'limit-reached', durationMs: 2_000 })
    expect(talk.outputs.at(-1)).toMatchObject({ type: 'ended', reason: 'limit-reached' })
    expect(talk.heard().at(-1)).toMatch(/^assistant: Rye bread is dark/)
    await talk.call.end('person-ended')
    expect(talk.ended()?.reason).toBe('limit-reached')
  })

  it('reports the time left and sends a heartbeat every five seconds until its end', async () => {
    const talk = conversation([], { limitMs: 12_000 })
    const left = () => talk.outputs.flatMap((output) => (output.type === 'time-left' ? [output.remainingMs] : []))
    await talk.waits(13_000)
    talk.call.setLimit(60_000)
    await talk.waits(6_000)
    expect(left()).toEqual([7_000, 2_000])
    expect(talk.beatsMs).toEqual([5_000, 10_000])
  })

  it('ends at a limit that is set while it runs, and continues if the limit is withdrawn', async () => {
    const talk = conversation([], { limitMs: null })
    await talk.waits(1_000)
    talk.call.setLimit(3_000)
    expect(talk.outputs.at(-1)).toEqual({ type: 'time-left', remainingMs: 2_000 })
    await talk.waits(1_000)
    talk.call.setLimit(null)
    await talk.waits(3_000)
    expect(talk.ended()).toBeUndefined()
    talk.call.setLimit(4_000)
    await talk.waits(1)
    expect(talk.ended()).toMatchObject({ reason: 'limit-reached' })
  })
})
