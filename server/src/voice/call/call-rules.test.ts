import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Brain, BrainTurn, HeardLine } from '../brain/brain.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import { EMERGENCY_BRAIN } from '../emergency/emergency-brain.ts'
import type { Progress, Recogniser, Synthesiser } from '../ports.ts'
import { metronomeSynthesiser, scriptedRecogniser, WORD_MS } from '../testing/scripted-parts.ts'
import { conversation } from './conversation-testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a continued call', () => {
  it.each([
    ['Rye bread is made of rye flour', 'We are connected again.'],
    [undefined, 'We are connected again. Please repeat what you said last.'],
  ])('remembers the earlier lines, and greets after the answer %j by %j', async (answer, greeting) => {
    const seen: BrainTurn[] = []
    const knowing = createKnowledgeBrain()
    const brain: Brain = { ...knowing, reply: (turn, signal) => (seen.push(turn), knowing.reply(turn, signal)) }
    const memory: HeardLine[] = [
      { role: 'assistant', content: 'Hello I am Nina an AI' },
      { role: 'user', content: 'What is rye bread?' },
      ...(answer === undefined ? [] : [{ role: 'assistant' as const, content: answer }]),
    ]
    const talk = conversation([''], { memory, brain })
    talk.call.requestResponse()
    await talk.waits(5_000)
    talk.types('What does a loaf cost?')
    await talk.waits(1_500)
    expect(talk.heard()).toEqual([`assistant: ${greeting}`, 'user: What does a loaf cost?', 'assistant: Four dollars'])
    expect(seen[0]?.history).toEqual([...memory, { role: 'assistant', content: greeting }])
    await talk.says(1_200)
    await talk.waits(1_500)
    expect(seen[1]?.history.at(-1), 'also for speech without words').toEqual({
      role: 'assistant',
      content: 'Four dollars',
    })
  })
})

describe('a visitor’s call', () => {
  const visit = (script: string[] = []) => {
    const engagedAtMs: number[] = []
    const visitor = { onEngaged: (atMs: number) => void engagedAtMs.push(atMs) }
    return { talk: conversation(script, { visitor }), engagedAtMs }
  }

  it('ends after 20 seconds without speech, including the greeting, and is not charged', async () => {
    const { talk, engagedAtMs } = visit()
    talk.call.requestResponse()
    await talk.waits(21_000)
    expect(talk.ended()).toEqual({ reason: 'silent', durationMs: 20_000 })
    expect(engagedAtMs).toEqual([])
  })

  it('is not cut off during the first words, even if they come late', async () => {
    const { talk, engagedAtMs } = visit(['what does a loaf cost'])
    await talk.waits(18_500)
    await talk.says(3_000)
    await talk.waits(5_000)
    expect(talk.ended()).toBeUndefined()
    expect(engagedAtMs).toHaveLength(1)
  })

  it('is charged once, from the first words on, and ends after a minute of silence', async () => {
    const { talk, engagedAtMs } = visit()
    talk.call.requestResponse()
    await talk.waits(5_000)
    talk.types('What does a loaf cost?')
    await talk.waits(2_000)
    talk.types('What is rye bread?')
    await talk.waits(30_000)
    expect(engagedAtMs).toEqual([5_000])
    expect(talk.ended()).toBeUndefined()
    await talk.waits(40_000)
    expect(talk.ended()).toMatchObject({ reason: 'idle' })
    // The minute begins with the last word of the last answer.
    expect(talk.ended()?.durationMs).toBeGreaterThan(68_000)
  })

  it('is charged once the assistant answers, and ends within a minute if nothing is understood', async () => {
    const { talk, engagedAtMs } = visit(['', '', '', '', '', '', '', ''])
    talk.call.requestResponse()
    await talk.waits(3_000)
    for (let count = 0; count < 8 && !talk.ended(); count += 1) {
      await talk.says(1_200)
      await talk.waits(8_000)
    }
    expect(engagedAtMs).toHaveLength(1)
    expect(talk.ended()).toMatchObject({ reason: 'silent' })
    expect(talk.ended()?.durationMs).toBeGreaterThan(20_000)
    expect(talk.ended()?.durationMs).toBeLessThanOrEqual(60_000)
  })

  it('has a silence limit that other calls do not have', async () => {
    const talk = conversation([])
    await talk.waits(70_000)
    expect(talk.ended()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(110_000)
    expect(talk.ended()).toEqual({ reason: 'idle', durationMs: 180_000 })
  })
})

describe('an answer', () => {
  const knowing = createKnowledgeBrain()
  const brainOf = (reply: Brain['reply']): Brain => ({ ...knowing, givesSentences: true, reply })

  it('to an emergency continues through unrecognised cries, and stops for recognised words', async () => {
    const brain = brainOf(async function* (turn) {
      turn.onAnsweredBy?.(EMERGENCY_BRAIN)
      yield 'Please call nine one one now and stay where you are until help has come to you.'
    })
    const talk = conversation(['', 'what does a loaf cost'], { brain })
    talk.types('My chest hurts.')
    await talk.waits(1_000)
    await talk.says(1_200)
    await talk.waits(500)
    expect([talk.count('held'), talk.count('resumed'), talk.count('response-started')]).toEqual([1, 1, 1])
    await talk.says()
    await talk.waits(1_000)
    expect(talk.count('response-started')).toBe(2)
  })

  it('counts as heard if it is cut off after the player has played it to its end', async () => {
    const talk = conversation([])
    talk.types('What does a loaf cost?')
    while (talk.count('audio-sent') === 0) await talk.waits(20)
    const item = talk.outputs.findLast((output) => output.type === 'audio-sent')?.itemId ?? ''
    talk.call.playbackPaused(item, 2 * WORD_MS)
    expect(talk.call.cancelResponse()).toBe(true)
    talk.call.truncate(item, 2 * WORD_MS)
    expect(talk.lines().at(-1)).toMatchObject({ content: 'Four dollars', interrupted: false })
  })

  it('begins with its first sentence while the brain still works on the second', async () => {
    let thinking: AbortSignal | undefined
    const brain = brainOf(async function* (_turn, signal) {
      thinking = signal
      yield 'Rye bread is dark.'
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const talk = conversation([], { brain })
    talk.types('What is rye bread?')
    await talk.waits(1_500)
    const words = talk.outputs.flatMap((output) => (output.type === 'words' ? [output.text] : [])).join('')
    expect(words.trim()).toBe('Rye bread is dark.')
    expect(thinking?.aborted).toBe(false)
    talk.call.cancelResponse()
    expect(thinking?.aborted).toBe(true)
  })
})

describe('the parts of a call', () => {
  it('charge the call for what they hear, think and say', async () => {
    const [recogniser, voice, knowing] = [
      scriptedRecogniser(['what does a loaf cost']),
      metronomeSynthesiser(),
      createKnowledgeBrain(),
    ]
    const charged: unknown[] = []
    const talk = conversation([], {
      recogniser: {
        ...recogniser,
        open: (grammar, request) => (charged.push(request?.spending), recogniser.open(grammar, request)),
      },
      brain: { ...knowing, reply: (turn, signal) => (charged.push(turn.spending), knowing.reply(turn, signal)) },
      synthesiser: {
        ...voice,
        speak: (request, signal) => (charged.push(request.spending), voice.speak(request, signal)),
      },
    })
    await talk.says()
    await talk.waits(1_500)
    expect(charged.map((spending) => spending === talk.spending)).toEqual([true, true, true])
    expect(talk.spent).toEqual([
      ['builtInHearing', (recogniser.utterances[0] ?? 0) / 16],
      ['builtInAnswer', 1],
      ['builtInSpeech', 'Four dollars'.length],
    ])
  })

  it('keep the recogniser ready for the caller until the call ends', async () => {
    let ready: AbortSignal | undefined
    const recogniser: Recogniser = { ...scriptedRecogniser([]), warm: async (_, call) => void (ready = call) }
    const talk = conversation([], { recogniser })
    await talk.waits(5_000)
    expect(ready?.aborted).toBe(false)
    await talk.call.end('person-ended')
    expect(ready?.aborted).toBe(true)
  })
})

it('words that were judged in an earlier pause do not end the turn in a later one', async () => {
  const judged = Promise.withResolvers<Progress>()
  const scripted = scriptedRecogniser(['what is rye bread'])
  const answers = [judged.promise]
  const progress = () => answers.shift() ?? new Promise<Progress>(() => undefined)
  const recogniser: Recogniser = { ...scripted, open: (...of) => ({ ...scripted.open(...of), progress }) }
  const talk = conversation([], { recogniser })
  await talk.says(800)
  await talk.waits(180)
  await talk.says(600)
  await talk.waits(60)
  judged.resolve('complete')
  await talk.waits(240)
  expect(talk.count('speech-stopped')).toBe(0)
  await talk.waits(1_500)
  expect([talk.count('speech-started'), talk.count('speech-stopped')]).toEqual([1, 1])
})

describe('a client that decides what is heard', () => {
  it('sets the silence that ends a turn', async () => {
    const talk = conversation(['what does a loaf cost'])
    talk.call.configure({ endpointer: { silenceMs: 900 } })
    await talk.says()
    await talk.waits(3_000)
    const endpointMs = talk.lines().at(-1)?.timings?.endpointMs
    expect(endpointMs).toBeGreaterThan(850)
    expect(endpointMs).toBeLessThan(1_000)
  })

  it('may commit what was said before the pause that would end it', async () => {
    const talk = conversation(['can i buy a loaf of rye bread'])
    await talk.waits(500)
    expect(talk.call.commitAudio()).toBe('empty')
    await talk.says(600)
    expect(talk.call.commitAudio()).toBe('committed')
    await talk.waits(100)
    expect(talk.heard()[0]).toBe('user: Can I buy a loaf of rye bread')
  })

  it('is told that a voice in push-to-talk is too quiet', async () => {
    const talk = conversation(['', ''])
    talk.call.configure({ endpointer: null })
    for (let turn = 0; turn < 2; turn += 1) {
      await talk.says(1_200, 0.02)
      talk.call.commitAudio()
      talk.call.requestResponse()
      await talk.waits(6_000)
    }
    expect(talk.outputs.findLast((output) => output.type === 'help')?.offer?.reason).toBe('too-quiet')
  })

  it('cannot commit more often than a person speaks, and its audio is kept meanwhile', async () => {
    const talk = conversation([])
    talk.call.configure({ endpointer: null })
    const commit = () => {
      talk.call.appendAudio(new Float32Array(480))
      return talk.call.commitAudio()
    }
    expect(Array.from({ length: 11 }, commit).map((result) => result === 'committed')).toEqual([
      ...Array.from({ length: 10 }, () => true),
      false,
    ])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(talk.call.commitAudio()).toBe('committed')
  })

  it('recognises push-to-talk only when it is committed', async () => {
    const recogniser = scriptedRecogniser(['what does a loaf cost'])
    const talk = conversation([], { recogniser })
    await talk.says(300)
    talk.call.configure({ endpointer: null, turns: { answersBySelf: false, interruptible: true, pausable: true } })
    expect(talk.call.commitAudio()).toBe('empty')
    await talk.says()
    await talk.waits(600)
    expect(talk.count('speech-started')).toBe(1)
    expect(talk.call.commitAudio()).toBe('committed')
    expect(talk.call.commitAudio()).toBe('empty')
    talk.call.requestResponse()
    await talk.waits(1_500)
    expect(talk.heard()).toEqual(['user: What does a loaf cost', 'assistant: Four dollars'])
    // The whole utterance, from just before its first sound, and nothing of what was said before the button was held.
    expect((recogniser.utterances.at(-1) ?? 0) / 16).toBeGreaterThan(1_400)
    expect((recogniser.utterances.at(-1) ?? 0) / 16).toBeLessThan(2_100)
  })

  it('may speak for longer than fifteen seconds with push-to-talk', async () => {
    const said = ['well let me tell you', 'about my mother', 'what does a loaf cost', 'what is rye bread']
    const recogniser = scriptedRecogniser(said)
    const talk = conversation([], { recogniser })
    talk.call.configure({ endpointer: null })
    await talk.says(22_000)
    expect(talk.heard()).toEqual([])
    // A part ends in the pause, and not in the middle of a word.
    await talk.says(5_000)
    await talk.waits(3_000)
    await talk.says(1_500)
    expect(talk.call.commitAudio()).toBe('committed')
    await talk.waits(100)
    expect(talk.heard()).toEqual(['user: Well let me tell you about my mother what does a loaf cost'])
    const seconds = recogniser.utterances.map((samples) => Math.round(samples / 16_000))
    expect(seconds).toEqual([15, 13, 2])
    // The next press begins anew.
    await talk.says()
    talk.call.commitAudio()
    await talk.waits(100)
    expect(talk.heard().at(-1)).toBe('user: What is rye bread')
  })

  it('is not heard after 75 seconds of push-to-talk, since a button may be held by mistake', async () => {
    const recogniser = scriptedRecogniser(['what is rye bread'])
    const talk = conversation([], { recogniser })
    talk.call.configure({ endpointer: null })
    await talk.says(80_000)
    talk.call.commitAudio()
    await talk.waits(100)
    expect(recogniser.utterances.map((samples) => Math.round(samples / 16_000))).toEqual([15, 15, 15, 15, 15])
  })

  it('is answered what was said before it switched to push-to-talk', async () => {
    const talk = conversation(['what does a loaf cost'])
    await talk.says()
    talk.call.endAudio()
    talk.call.configure({ endpointer: null, turns: { answersBySelf: false, interruptible: true, pausable: true } })
    await talk.waits(1_500)
    expect(talk.heard()).toEqual(['user: What does a loaf cost', 'assistant: Four dollars'])
  })

  it('drops the audio that the client cleared, and recognises the next utterance', async () => {
    const talk = conversation(['what does a loaf cost'])
    await talk.says(600)
    talk.call.clearAudio()
    await talk.waits(6_000)
    expect([talk.count('response-started'), talk.count('wordless-sound')]).toEqual([0, 0])
    await talk.says(600)
    talk.call.clearAudio()
    await talk.says()
    await talk.waits(1_500)
    expect(talk.heard()).toEqual(['user: What does a loaf cost', 'assistant: Four dollars'])
  })
})

describe('a long answer', () => {
  it('is synthesised only a few seconds ahead of what is heard, and only its first sentence is urgent', async () => {
    const voice = metronomeSynthesiser()
    const urgent: unknown[] = []
    const synthesiser: Synthesiser = {
      ...voice,
      speak: (request, signal) => (urgent.push(request.isAwaited), voice.speak(request, signal)),
    }
    const sentence = 'Mix flour with water and a little salt until no dry flour is left. '
    const brain: Brain = {
      ...createKnowledgeBrain(),
      givesSentences: true,
      async *reply() {
        for (let count = 0; count < 10; count += 1) yield sentence
      },
    }
    const talk = conversation([], { brain, synthesiser })
    talk.types('How is dough made?')
    await talk.waits(500)
    // A sentence lasts 2.8 seconds, and the voice may be three seconds ahead.
    expect(talk.count('mouth')).toBe(2)
    expect(urgent).toEqual([true, false])
    await talk.waits(6_000)
    expect(talk.count('mouth')).toBe(4)
  })
})

describe('a client that sends questions without a pause', () => {
  it('is answered at the pace of a conversation, even if it cancels each answer', async () => {
    let asked = 0
    const knowing = createKnowledgeBrain()
    const brain: Brain = { ...knowing, reply: (turn, signal) => ((asked += 1), knowing.reply(turn, signal)) }
    const talk = conversation([], { brain })
    const results: string[] = []
    for (let count = 0; count < 300; count += 1) {
      results.push(talk.call.addTyped(undefined, 'What is rye bread?'))
      talk.call.requestResponse()
      await vi.advanceTimersByTimeAsync(100)
      talk.call.cancelResponse()
      await vi.advanceTimersByTimeAsync(100)
    }
    // One minute allows eight answers at once and one every two seconds.
    expect(asked).toBeLessThanOrEqual(38)
    expect(asked).toBeGreaterThan(10)
    expect(results.filter((result) => result === 'too-fast').length).toBeGreaterThan(200)
  })

  it('cannot add lines without end', async () => {
    const talk = conversation([])
    const results = new Set<string>()
    for (let count = 0; count < 1_100; count += 1) {
      results.add(talk.call.addTyped(undefined, 'What is rye bread?'))
      if (talk.call.requestResponse()) talk.call.cancelResponse()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect([...results]).toEqual(['added', 'refused'])
    expect(talk.ended()).toBeUndefined()
  })
})
