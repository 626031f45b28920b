import { endsMidSentence } from '#contract/unfinished-text.ts'

/** The parts of the Web Speech API that are used. TypeScript's DOM library lacks its constructor. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  abort(): void
}

interface RecognitionResults {
  readonly resultIndex: number
  readonly results: ArrayLike<{ readonly isFinal: boolean; readonly 0?: { readonly transcript: string } }>
}

type RecognitionConstructor = new () => Recognition

interface BrowserRecogniserEvents {
  /** An interim result, which may still change. */
  onGuess: (text: string) => void
  onSentence: (text: string) => void
  /** Recognition has paused, and no sentence followed the last guess. */
  onDropped: () => void
  /** Recognition has stopped for a reason that will not go away by itself. */
  onFailed: (message: string) => void
}

const FAILURE_TEXT: Record<string, string> = {
  'not-allowed': 'Your browser did not allow its speech recognition to listen. Allow the microphone, or type.',
  'service-not-allowed': 'Your browser does not offer its speech recognition here. Speak as before, or type.',
  'audio-capture': 'Your browser found no microphone for its speech recognition.',
  network: "Your browser's speech recognition could not reach its service. Speak as before, or type.",
  'language-not-supported': "Your browser's speech recognition does not know English.",
}

/** A recognition that ends within this time counts as a quick end; after several in a row, the browser is given up. */
const QUICK_END_MS = 1_000
const MOST_QUICK_ENDS = 5
/** How long to wait for the rest of an unfinished sentence; the server waits as long with its own recogniser. */
const PATIENCE_MS = 1_100

function findConstructor(): RecognitionConstructor | undefined {
  const scope = globalThis as {
    SpeechRecognition?: RecognitionConstructor
    webkitSpeechRecognition?: RecognitionConstructor
  }
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition
}

export function hasBrowserRecogniser(): boolean {
  return findConstructor() !== undefined
}

/** The browser's own recogniser, restarted until it is stopped, since browsers end it after every silence. */
export function createBrowserRecogniser(events: BrowserRecogniserEvents) {
  const Recogniser = findConstructor()
  let current: Recognition | null = null
  let startedAtMs = 0
  let quickEnds = 0
  let unfinished = ''
  let isGuessing = false
  let patience: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    if (Recogniser === undefined) return
    const recognition = new Recogniser()
    current = recognition
    startedAtMs = performance.now()
    recognition.lang = 'en-US'
    recognition.continuous = true
    recognition.interimResults = true
    recognition.addEventListener('result', (event) => {
      if (recognition === current) read(event as Event & RecognitionResults)
    })
    recognition.addEventListener('error', (event) => {
      const message = FAILURE_TEXT[(event as Event & { error?: string }).error ?? '']
      if (recognition === current && message !== undefined) fail(message)
    })
    recognition.addEventListener('end', () => {
      if (recognition === current) goOn()
    })
    recognition.start()
  }

  function read({ resultIndex, results }: RecognitionResults): void {
    for (let index = resultIndex; index < results.length; index += 1) {
      const result = results[index]
      const text = result?.[0]?.transcript.trim() ?? ''
      if (text === '') continue
      clearTimeout(patience)
      const whole = `${unfinished} ${text}`.trim()
      if (result?.isFinal === true) end(whole)
      else {
        isGuessing = true
        events.onGuess(whole)
        if (unfinished !== '') patience = setTimeout(say, PATIENCE_MS)
      }
    }
  }

  /** Handles a final result, which may end at a pause in the middle of a sentence. */
  function end(text: string): void {
    unfinished = text
    if (endsMidSentence(text)) patience = setTimeout(say, PATIENCE_MS)
    else say()
  }

  function say(): void {
    const text = unfinished
    unfinished = ''
    isGuessing = false
    events.onSentence(text)
  }

  function goOn(): void {
    if (isGuessing && unfinished === '') {
      isGuessing = false
      events.onDropped()
    }
    quickEnds = performance.now() - startedAtMs < QUICK_END_MS ? quickEnds + 1 : 0
    if (quickEnds >= MOST_QUICK_ENDS)
      fail("Your browser's speech recognition does not start. Speak as before, or type.")
    else begin()
  }

  function fail(message: string): void {
    stop()
    events.onFailed(message)
  }

  function stop(): void {
    const stopping = current
    current = null
    clearTimeout(patience)
    unfinished = ''
    isGuessing = false
    stopping?.abort()
  }

  return {
    start(): void {
      if (current !== null) return
      quickEnds = 0
      begin()
    },
    /** Idempotent. */
    stop,
  }
}
