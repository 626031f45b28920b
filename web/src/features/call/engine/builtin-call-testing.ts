import type { ContinuedCall } from '#contract/calls.ts'
import { expect, vi } from 'vitest'
import { createBuiltinCall } from './builtin-call.ts'
import { createHandCrankedAudio } from './hand-cranked-audio.fixture.ts'
import { answerBegins, spoken, startScriptedServer } from './scripted-server.fixture.ts'

export type BuiltinCallScene = Awaited<ReturnType<typeof openBuiltinCall>>

/** Waits for what arrives over the socket. */
export const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })

/** A call of the built-in engine with a scripted server, a loudspeaker and a microphone. */
export async function openBuiltinCall({ isMobile = false } = {}) {
  const server = await startScriptedServer()
  const audio = createHandCrankedAudio()
  let refusal: Error | null = null
  /** For each requested call, what the server was told about the call to continue. */
  const continued: ContinuedCall[] = []
  const offlineListeners = new Set<() => void>()
  const granted = {
    callId: 'call_1',
    token: 'secret',
    tokenExpiresAt: '2030-01-01T00:00:00Z',
    url: server.url,
    limitMs: 60_000,
    isDemo: true,
    continued: false,
  }
  const call = createBuiltinCall({
    openAudio: audio.open,
    requestCall: (_, __, names) => {
      continued.push(names)
      return refusal === null ? Promise.resolve(granted) : Promise.reject(refusal)
    },
    onOffline(listener) {
      offlineListeners.add(listener)
      return () => offlineListeners.delete(listener)
    },
    isMobile,
  })

  /** The types of the events that the server has received. */
  const types = () => server.received.map(({ type }) => type)
  const untilState = (facts: object) => until(() => expect(call.state()).toMatchObject(facts))

  return {
    server,
    audio,
    call,
    continued,
    offlineListeners,
    types,
    untilState,
    /** Makes the next requests for a call fail with this. */
    refuse: (error: Error | null) => void (refusal = error),
    startCall: async (): Promise<void> => {
      call.start({ assistantId: 'healthcare' })
      await until(() => expect(types()).toContain('response.create'))
      await untilState({ phase: 'live', endsAtMs: expect.any(Number) })
    },
    /** The assistant begins an answer, and this much of it is heard. */
    startAnswer: async (response: string, heardMs: number): Promise<void> => {
      server.send(answerBegins(response), ...spoken(response, 400, 'A fever '), ...spoken(response, 400, 'is a sign.'))
      await until(() => expect(audio.play(5)).toBeGreaterThan(0))
      audio.play(heardMs - 5)
      expect(call.state()).toMatchObject({ assistantSpeaking: true })
    },
    close: async (): Promise<void> => {
      call.end()
      await server.close()
    },
  }
}
