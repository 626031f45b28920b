/** A fake of the browser's SpeechRecognition: it is started, returns the results that a test gives it, and ends by itself. */
export class FakeRecognition extends EventTarget {
  static made: FakeRecognition[] = []
  lang = ''
  continuous = false
  interimResults = false
  started = false
  aborted = false
  constructor() {
    super()
    FakeRecognition.made.push(this)
  }
  /** The one that is listening. */
  static get listening(): FakeRecognition | undefined {
    return FakeRecognition.made.findLast(({ started, aborted }) => started && !aborted)
  }
  start() {
    this.started = true
  }
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('end'))
  }
  hears(transcript: string, isFinal: boolean) {
    this.dispatchEvent(
      Object.assign(new Event('result'), { resultIndex: 0, results: [{ 0: { transcript }, isFinal }] }),
    )
  }
  fails(error: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
  }
}
