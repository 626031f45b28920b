import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { INITIAL_STATE, step, type CallEffect, type CallEvent, type TurnRules } from '../../server/src/voice/call/call-machine.ts' // oxfmt-ignore
import { PATIENCE_MS } from '../../server/src/voice/call/call-session.ts'
import { createEars } from '../../server/src/voice/call/ears.ts'
import { judgeUtterance } from '../../server/src/voice/call/judge-utterance.ts'
import type { Recogniser, SpeechGrammar } from '../../server/src/voice/ports.ts'
import { createCallSpending, type CallSpending } from '../../server/src/voice/spending.ts'

export interface HeardRecording {
  /** One text for each utterance that a call would keep; empty if it was not understood. */
  texts: string[]
  /** The number of stretches of speech that the endpointer found. */
  stretches: number
  /** An answer to the first part was audible before the caller went on. */
  isCutOff: boolean
}

/** The moment of the call at which the recording is played. */
export interface HearingPlace {
  /** Whether the assistant has just asked a question. */
  isAsked?: boolean
  /** Counts what the call costs. */
  spending?: CallSpending
}

const SLICE_SAMPLES = SAMPLE_RATE_HZ / 50
/**
 * Time from the recognised words to the first audible sound of a cached answer in a single call, as measured by `npm
 * run bench:voice`.
 */
const ANSWER_MS = 40
/** The rules that our own call panel requests. */
const RULES: TurnRules = { answersBySelf: true, interruptible: true, pausable: true }

/**
 * Plays a recording at 24 kHz to the parts of a call that hear: endpointing, recognition, the judgement of utterances
 * and turn-taking. Time is that of the recording: it stands still while the recogniser works.
 */
export async function hear(
  recogniser: Recogniser,
  grammar: SpeechGrammar,
  samples: Float32Array,
  { isAsked = false, spending = createCallSpending({ fixedMicros: Infinity }) }: HearingPlace = {},
): Promise<HeardRecording> {
  const texts = new Map<string, string>()
  let state = INITIAL_STATE
  let stretches = 0
  let isCutOff = false
  let speechEndedAtMs = -Infinity
  let answer: { response: string; audibleAtMs: number } | undefined
  /** Work that must finish before the next slice of sound. */
  const waiting: Promise<unknown>[] = []

  const watched: Recogniser = {
    ...recogniser,
    open: (...request) => {
      const stream = recogniser.open(...request)
      const progress = (): ReturnType<typeof stream.progress> => {
        const asked = stream.progress()
        waiting.push(asked)
        return asked
      }
      return { ...stream, progress }
    },
  }
  const ears = createEars({
    spending,
    recogniser: watched,
    grammar: () => grammar,
    onSpeechStarted(atMs) {
      stretches += 1
      dispatch({ type: 'speech-started', utterance: `stretch ${stretches}`, gapMs: atMs - speechEndedAtMs })
    },
    onWordlessSound: () => undefined,
    onSpeechStopped(atMs) {
      speechEndedAtMs = atMs
      dispatch({ type: 'speech-stopped' })
    },
  })

  function dispatch(event: CallEvent): void {
    const before = state
    const next = step(state, event, RULES)
    state = next.state
    for (const effect of next.effects) perform(effect)
    const isAudible = before.phase === 'understanding' && before.held?.began
    if (event.type === 'recognised' && isAudible && isAnswered(event.verdict)) isCutOff = true
  }

  function perform(effect: CallEffect): void {
    if (effect.type === 'open-ears') {
      if (effect.continues !== undefined) texts.delete(effect.continues)
      // The caller went on when the answer to the first part, an apology, was already audible. The whole utterance is
      // recognised afterwards.
      if (effect.continues !== undefined && answer && ears.writtenMs() > answer.audibleAtMs) isCutOff = true
      ears.open(effect.utterance, effect.continues)
    } else if (effect.type === 'finish-ears') waiting.push(recognise(effect.utterance))
    else if (effect.type === 'drop-ears') ears.drop(effect.utterance)
    else if (effect.type === 'forget-utterance') texts.delete(effect.utterance)
    else if (effect.type === 'start-response') {
      const patienceMs = effect.to.by === 'speech' ? PATIENCE_MS[effect.to.verdict] : 0
      answer = { response: effect.response, audibleAtMs: ears.writtenMs() + patienceMs + ANSWER_MS }
    }
  }

  async function recognise(utterance: string): Promise<void> {
    const heard = await ears.finish(utterance)
    texts.set(utterance, heard.understood ? heard.text : '')
    const verdict = judgeUtterance({ ...heard, over: undefined, isAsked })
    dispatch({ type: 'recognised', utterance, verdict, response: `to ${utterance}` })
  }

  async function settle(): Promise<void> {
    for (; waiting.length > 0; await Promise.all(waiting.splice(0)));
  }

  for (let at = 0; at < samples.length; at += SLICE_SAMPLES) {
    ears.append(samples.subarray(at, at + SLICE_SAMPLES))
    await settle()
    if (answer && state.phase === 'answering' && ears.writtenMs() >= answer.audibleAtMs) {
      dispatch({ type: 'audio-began', response: answer.response })
    }
  }
  ears.endNow()
  await settle()
  ears.close()
  return { texts: [...texts.values()], stretches, isCutOff }
}

function isAnswered(verdict: ReturnType<typeof judgeUtterance>): boolean {
  return verdict !== 'nothing' && verdict !== 'backchannel'
}
