import type { VoiceEngine } from '../voice-engine.ts'

async function noVoice(): Promise<never> {
  throw new Error('there is no voice here')
}

/**
 * An engine for servers that take no calls: it starts no worker threads and refuses every socket.
 * @param say the speech outside of calls; without it, every request for speech fails
 */
export function createEngineWithoutCalls(say: VoiceEngine['say'] = noVoice): VoiceEngine {
  return {
    say,
    realtime: {
      handleUpgrade: (_request, socket) => void socket.destroy(),
      liveCalls: () => 0,
      close: async () => {},
    },
    checked: Promise.resolve(),
    warm: async () => {},
    describe: () => ({ path: 'none', recogniser: 'none', brain: 'none', synthesiser: 'none' }),
    close: async () => {},
  }
}
