/** One event of a stream, as browsers would hand it on. */
export interface StreamEvent {
  name: string
  data: string
}

/** Cuts a stream of server-sent events into events, however it arrives in pieces. Heartbeats are none. */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':')
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim())
      }
      const name = fields.get('event')
      return name === undefined ? [] : [{ name, data: fields.get('data') ?? '' }]
    })
  }
}
