import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { INITIAL_STATE, step, type CallEffect, type CallEvent, type TurnRules } from '../../server/src/voice/call/call-machine.ts' // prettier-ignore
import { PATIENCE_MS } from '../../server/src/voice/call/call-session.ts'
import { createEars } from '../../server/src/voice/call/ears.ts'
import { judgeUtterance } from '../../server/src/voice/call/judge-utterance.ts'
import type { Recogniser, SpeechGrammar } from '../../server/src/voice/ports.ts'
import { createCallSpending } from '../../server/src/voice/spending.ts'

export interface HeardRecording {
  /** One for each utterance that a call would keep; empty where nothing was understood. */
  texts: string[]
  /** Stretches of speech that the endpointer found. */
  stretches: number
  /** The caller went on after the answer to a part could be heard. */
  isCutOff: boolean
}

const SLICE_SAMPLES = SAMPLE_RATE_HZ / 50
/** From the recognised words to the first audible sound of a cached answer, 1 call: see `npm run bench:voice`. */
const ANSWER_MS = 40
/** As our own panel asks for. */
const RULES: TurnRules = { answersBySelf: true, interruptible: true, pausable: true }

/**
 * What a call makes of a recording at 24 kHz: its ears, its judgement of utterances and its turn-taking. Time is the
 * recording's own: recognition is waited for, and takes none of it.
 */
export async function hear(
  recogniser: Recogniser,
  grammar: SpeechGrammar,
  samples: Float32Array,
): Promise<HeardRecording> {
  const texts = new Map<string, string>()
  let state = INITIAL_STATE
  let stretches = 0
  let isCutOff = false
  let speechEndedAtMs = -Infinity
  let answer: { response: string; audibleAtMs: number } | undefined
  /** What must be known before time goes on. */
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
    spending: createCallSpending({ fixedMicros: Infinity }),
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
      // An apology for a part was audible, and the whole is heard after it.
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
    const verdict = judgeUtterance({ ...heard, over: undefined, isAsked: false })
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
