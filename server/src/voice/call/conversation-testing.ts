import { vi } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import { createCallSpending, type CallSpending, type Operation } from '../spending.ts'
import { metronomeSynthesiser, scriptedRecogniser, hum, silence, speech } from '../testing/scripted-parts.ts'
import type { CallOutput } from './call-output.ts'
import type { CallRecorder, RecordedLine, RecordedTurn } from './call-recorder.ts'
import { createCallSession, type CallSessionOptions } from './call-session.ts'

const BAKER = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello I am Nina an AI',
  systemPrompt: '',
  scope: 'bread',
  knowledge: [
    { id: 'rye', question: 'What is rye bread?', answer: 'Rye bread is dark and keeps for a whole week in a box' },
    {
      id: 'dough',
      question: 'How is dough made?',
      answer:
        'Mix flour with water, salt and a little yeast until no dry flour is left. Cover it, and let it rest in a warm place until it is twice as big. Then fold it four times and let it rest again. Shape it with wet hands and put it into a hot oven.',
    },
    { id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars' },
  ],
})

/** Plays a conversation step by step under fake timers; audio is sent in real time by the fake clock. */
export function conversation(
  script: string[],
  options: Partial<
    Pick<CallSessionOptions, 'limitMs' | 'recogniser' | 'synthesiser' | 'brain' | 'memory' | 'visitor' | 'actions'>
  > = {},
) {
  const outputs: CallOutput[] = []
  const lines = new Map<string, RecordedLine>()
  const turns: RecordedTurn[] = []
  const beatsMs: number[] = []
  let ended: { reason: string; durationMs: number } | undefined
  const recorder: CallRecorder = {
    heartbeat: (durationMs) => void beatsMs.push(durationMs),
    line: (line) => void lines.set(line.itemId, { ...line }),
    turn: (turn) => void turns.push(turn),
    ended: async (reason, durationMs) => void (ended = { reason, durationMs }),
  }
  const faults: unknown[] = []
  const spent: [Operation, quantity: number][] = []
  const spending: CallSpending = {
    ...createCallSpending({ fixedMicros: 1_000_000 }),
    spend: (...operation) => void spent.push(operation),
  }
  const call = createCallSession({
    assistant: BAKER,
    limitMs: options.limitMs ?? null,
    recogniser: options.recogniser ?? scriptedRecogniser(script),
    synthesiser: options.synthesiser ?? metronomeSynthesiser(),
    brain: options.brain ?? createKnowledgeBrain(),
    recorder,
    spending,
    memory: options.memory,
    visitor: options.visitor,
    actions: options.actions,
    emit: (output) => outputs.push(output),
    onFault: (_, error) => faults.push(error),
  })
  call.configure({ turns: { answersBySelf: true, interruptible: true, pausable: true } })

  const inOrder = () => [...lines.values()].toSorted((a, b) => a.position - b.position)
  const FRAME_MS = 20
  async function hear(sound: Float32Array): Promise<void> {
    const frame = (24_000 * FRAME_MS) / 1000
    for (let at = 0; at < sound.length; at += frame) {
      call.appendAudio(sound.subarray(at, at + frame))
      await vi.advanceTimersByTimeAsync(FRAME_MS)
    }
  }
  return {
    call,
    faults,
    spending,
    spent,
    turns,
    beatsMs,
    outputs,
    // The endpointer needs some background sound before the caller speaks.
    says: async (ms = 900, loudness = 1) => {
      await hear(silence(100))
      await hear(speech(ms).map((sample) => sample * loudness))
    },
    waits: (ms: number) => hear(silence(ms)),
    /** A loud hum, which is not taken for speech. */
    hums: (ms: number) => hear(hum(ms)),
    types(text: string) {
      call.addTyped(undefined, text)
      return call.requestResponse()
    },
    heard: () => inOrder().map(({ role, content }) => `${role}: ${content}`),
    lines: inOrder,
    count: (type: CallOutput['type']) => outputs.filter((output) => output.type === type).length,
    ended: () => ended,
  }
}
