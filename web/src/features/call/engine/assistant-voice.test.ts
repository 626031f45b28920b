import type { ClientEvent, ServerEvent } from '#contract/realtime.ts'
import { expect, test } from 'vitest'
import type { Speaker, SpeakerEvents } from '../audio/speaker.ts'
import { createAssistantVoice } from './assistant-voice.ts'
import { createHandCrankedAudio } from './hand-cranked-audio.fixture.ts'
import { answerBegins, answerEnds, speechStarts, spoken } from './scripted-server.fixture.ts'

/** @param changes replaces parts of the loudspeaker */
function listen(changes: Partial<Speaker> = {}) {
  const audio = createHandCrankedAudio()
  const device = audio.open()
  const sent: ClientEvent[] = []
  const speaking: boolean[] = []
  const over: { content: string; interrupted: boolean }[] = []
  let events: SpeakerEvents | null = null
  const voice = createAssistantVoice({
    createSpeaker(given) {
      events = given
      return { ...device.createSpeaker(given), ...changes }
    },
    send: (event) => sent.push(event),
    onSpeaking: (on) => speaking.push(on),
    onHeard: () => undefined,
    onOver: (_, answer) => over.push(answer),
  })
  return {
    voice,
    play: (ms: number) => audio.play(ms),
    receive: (...all: ServerEvent[]) => {
      for (const event of all) voice.receive(event)
    },
    /** The loudspeaker reports late that an answer has begun. */
    reportsStart: (itemId: string) => events?.started(itemId),
    commands: sent,
    sent: () => sent.map(({ type }) => type),
    speaking,
    over,
  }
}

test('a start reported by the loudspeaker after the caller began to speak is ignored', () => {
  const { receive, reportsStart, speaking, sent } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'), speechStarts('u1'))
  reportsStart('item_r1')
  expect(speaking).toEqual([])
  expect(sent()).toEqual([])
})

test('an answer that is resumed before its first sound counts as spoken only once it is heard', () => {
  const { receive, play, speaking } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'), speechStarts('u1'))
  receive({ type: 'voxhall.output_audio.resumed', item_id: 'item_r1' })
  expect(speaking).toEqual([])
  play(100)
  expect(speaking).toEqual([true])
})

test('an answer that the server considers complete is played to its last syllable', () => {
  const { receive, play, over, sent } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(250)
  receive(...answerEnds('r1', 'Rye keeps.'), speechStarts('u1'))
  expect(play(300)).toBeGreaterThan(140)
  expect(over).toEqual([{ content: 'Rye keeps.', interrupted: false }])
  expect(sent()).toEqual(['voxhall.playback.started'])
})

test('an answer that the server completes while it is paused is played to its end', () => {
  const { receive, play, over } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(100)
  receive(speechStarts('u1'))
  expect(play(100)).toBeLessThan(10)
  receive(...answerEnds('r1', 'Rye keeps.'))
  expect(play(400)).toBeGreaterThan(280)
  expect(over).toEqual([{ content: 'Rye keeps.', interrupted: false }])
})

test('the late end of an answer that was cut off does not silence the next one', () => {
  const { voice, receive, play } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(100)
  voice.interrupt()
  receive(answerBegins('r2'), ...spoken('r2', 400, 'Four dollars.'))
  play(100)
  receive(...answerEnds('r1', 'Rye', 'cancelled'))
  expect(play(300)).toBeGreaterThan(280)
})

test('the answer after one that was interrupted is spoken like any other', () => {
  const { voice, receive, play, sent, speaking } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(100)
  receive(speechStarts('u1'), ...answerEnds('r1', 'Rye', 'cancelled'))
  receive(answerBegins('r2'), ...spoken('r2', 400, 'Four dollars.'))
  play(100)
  expect(speaking).toEqual([true, false, true])
  expect(sent().filter((type) => type === 'voxhall.playback.started')).toHaveLength(2)
  expect(voice.mouth().kind).toBe('level')
})

test('an answer that is cut off before its first sound is never heard', () => {
  const { voice, receive, play, sent } = listen()
  receive(answerBegins('r1'))
  voice.interrupt()
  receive(...spoken('r1', 400, 'Rye keeps.'))
  expect(play(300)).toBe(0)
  expect(sent()).toEqual(['response.cancel'])
})

test('an answer that is cut off when it has arrived but not begun counts as not heard', () => {
  const { voice, receive, over } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  voice.interrupt()
  expect(over).toEqual([{ content: '', interrupted: true }])
})

test('an answer that was played to its end, but is not complete on the server yet, counts as heard', () => {
  const { voice, receive, play, over, commands } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  receive(...answerEnds('r1', 'Rye keeps.').slice(0, 2))
  play(500)
  voice.interrupt()
  expect(over).toEqual([{ content: 'Rye keeps.', interrupted: false }])
  expect(commands).toContainEqual({ type: 'voxhall.playback.paused', item_id: 'item_r1', played_ms: 400 })
})

test('an answer that fails in the middle is played as far as it has arrived, and is then over', () => {
  const { receive, play, over, speaking } = listen()
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(100)
  receive({ type: 'response.done', response: { id: 'r1', status: 'failed' } })
  expect(play(400)).toBeGreaterThan(280)
  expect(over).toEqual([{ content: 'Rye keeps.', interrupted: false }])
  expect(speaking).toEqual([true, false])
})

test('the next answer is heard when the caller typed after interrupting one that had not begun', () => {
  const { voice, receive, play } = listen()
  receive(answerBegins('r1'), speechStarts('u1'))
  voice.interrupt()
  receive(...answerEnds('r1', '', 'cancelled'), answerBegins('r2'), ...spoken('r2', 400, 'Four dollars.'))
  expect(play(300)).toBeGreaterThan(280)
})

test('an answer without sound is over at once', () => {
  const { receive, over } = listen()
  const [, words] = spoken('r1', 400, 'Rye keeps.')
  receive(answerBegins('r1'), ...(words === undefined ? [] : [words]), ...answerEnds('r1', 'Rye keeps.'))
  expect(over).toEqual([{ content: 'Rye keeps.', interrupted: false }])
})

test('the mouth is closed while the answer is paused, even if the loudspeaker reports that late', () => {
  const { voice, receive, play } = listen({ heard: () => ({ itemId: 'item_r1', positionMs: 100 }) })
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(100)
  expect(voice.mouth().kind).toBe('level')
  receive(speechStarts('u1'))
  expect(voice.mouth()).toEqual({ kind: 'closed' })
})

test('a voice louder than the full level opens the mouth no further', () => {
  const { voice, receive, play } = listen({ level: () => 0.6 })
  receive(answerBegins('r1'), ...spoken('r1', 400, 'Rye keeps.'))
  play(100)
  expect(voice.mouth()).toEqual({ kind: 'level', level: 1 })
})
