import type { BrowserContext, Page } from '@playwright/test'

/**
 * Replaces Daily's media servers in tests of Vapi's and Daily's own SDKs. Daily's SDK loads a "call machine" from
 * c.daily.co; this serves a small one instead that speaks the same messages, opens the microphone, and can play a
 * voice.
 */
export async function replaceDailyMachine(context: BrowserContext): Promise<void> {
  await context.route('https://c.daily.co/call-machine/**/call-machine-object-bundle.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installCallMachine.toString()})()` }),
  )
}

/** Controls the remote participant of the room, which is Vapi. */
export function roomOf(page: Page) {
  return {
    /** Sends a message of the assistant; `listening` says that it is ready. */
    says: (message: object | 'listening') =>
      page.evaluate(
        (said) => window.dailyRoom?.receive(said),
        typeof message === 'string' ? message : JSON.stringify(message),
      ),
    /** Reports the volume of the assistant's voice. */
    level: (level: number) => page.evaluate((loud) => window.dailyRoom?.level(loud), level),
    processorFails: () => page.evaluate(() => window.dailyRoom?.processorFails()),
    state: () => page.evaluate(() => window.dailyRoom?.state() ?? null),
  }
}

type RoomState = {
  url: string | null
  /** The messages that the page has sent to the room. */
  sent: string[]
  isMicrophoneOn: boolean
  processor: string | null
  hasLeft: boolean
}

declare global {
  interface Window {
    dailyRoom?: {
      receive(message: string): void
      level(level: number): void
      processorFails(): void
      state(): RoomState
    }
    _daily?: { pendings: string[]; instances: Record<string, { callMachine?: object }> }
  }
}

// Its source text is sent to the page, so it must not refer to anything outside of itself.
function installCallMachine(): void {
  type Message = Record<string, unknown> & { action?: string; callbackStamp?: string }
  const WHAT = 'iframe-call-message'
  const THEIRS = 'vapi-speaker'
  const { _daily: daily } = window
  for (const id of daily?.pendings.splice(0) ?? []) {
    const state: RoomState = { url: null, sent: [], isMicrophoneOn: true, processor: null, hasLeft: false }
    let own: MediaStream | null = null
    const voice = new AudioContext()
    const theirs = new MediaStreamAudioDestinationNode(voice)
    new OscillatorNode(voice).connect(new GainNode(voice, { gain: 0.05 })).connect(theirs)
    const tell = (message: Message) =>
      window.postMessage({ ...message, what: WHAT, callClientId: id, from: 'embedded' }, '*')
    const track = (isOn: boolean) => ({ state: isOn ? 'playable' : 'off', subscribed: true })
    const me = () => ({
      session_id: 'me',
      local: true,
      user_name: '',
      audio: state.isMicrophoneOn,
      video: false,
      tracks: { audio: track(state.isMicrophoneOn), video: track(false) },
    })
    const them = {
      session_id: THEIRS,
      local: false,
      user_name: 'Vapi Speaker',
      audio: true,
      tracks: { audio: track(true), video: track(false) },
    }
    const store = {
      getState: () => ({
        local: { streams: { cam: { stream: own } }, public: { subscribedTracks: { ALL: true } } },
        participants: {},
        streams: {
          voice: { participantId: THEIRS, type: 'cam', pendingTrack: theirs.stream.getAudioTracks()[0], starttime: 0 },
        },
      }),
    }

    async function obey(message: Message): Promise<void> {
      const answer = (more: object = {}) => {
        if (message.callbackStamp !== undefined)
          tell({ action: 'callback', ...more, callbackStamp: message.callbackStamp })
      }
      switch (message.action ?? '') {
        case 'join-meeting':
          own = await navigator.mediaDevices.getUserMedia({ audio: true })
          answer()
          tell({ action: 'joined-meeting', participants: { local: me() } })
          tell({ action: 'participant-joined', participant: them })
          // Set last: tests wait for the URL, and from then on the room must receive what they send.
          state.url = String((message['properties'] as { url?: unknown }).url)
          return
        case 'leave-meeting':
          if (state.hasLeft) return
          state.hasLeft = true
          for (const each of own?.getTracks() ?? []) each.stop()
          await voice.close()
          window.removeEventListener('message', hear)
          tell({ action: 'left-meeting' })
          return
        case 'local-audio':
          state.isMicrophoneOn = message['state'] === true
          tell({ action: 'participant-updated', participant: me() })
          return
        case 'app-msg':
          state.sent.push(String(message['data']))
          return
        case 'update-input-settings': {
          const { inputSettings } = message as { inputSettings?: { audio?: { processor?: { type?: string } } } }
          state.processor = inputSettings?.audio?.processor?.type ?? null
          answer({ inputSettings })
          return
        }
        default:
          answer()
      }
    }
    const hear = ({ data }: MessageEvent<Message | null>) => {
      if (data?.['what'] === WHAT && data['from'] === 'module' && data['callClientId'] === id) void obey(data)
    }

    window.addEventListener('message', hear)
    const instance = daily?.instances[id]
    if (instance !== undefined) instance.callMachine = { store, reset: () => undefined }
    window.dailyRoom = {
      receive: (message) => tell({ action: 'app-message', data: message, fromId: THEIRS }),
      level: (level) =>
        tell({ action: 'remote-participants-audio-level', participantsAudioLevel: { [THEIRS]: level } }),
      processorFails: () => tell({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'wasm' }),
      state: () => state,
    }
    tell({ action: 'call-machine-initialized' })
  }
}
