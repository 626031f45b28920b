import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const bodySchema = z.object({ timestamp: z.string(), data: z.object({ number: z.number() }) })

/** One request that a receiver got. */
interface Arrival {
  path: string
  /** The header `webhook-id`. */
  id: string
  number: number
  /** Time since the event happened. */
  afterMs: number
}

/** The behaviours of receivers, good and bad, by the first part of the path. */
const WAYS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  good: (response) => void response.end('thanks'),
  hangs: () => undefined,
  fails: (response) => void response.writeHead(500).end(),
  redirects: (response) => void response.writeHead(307, { Location: '/trap' }).end(),
  lies: (response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('this is no gzip'),
  late: (response) => void setTimeout(() => response.end(), 60_000).unref(),
  drips(response) {
    const drip = setInterval(() => response.write('.'), 200)
    response.on('close', () => clearInterval(drip))
  },
  endless(response) {
    const piece = 'x'.repeat(65_536)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  },
}
export const BAD_WAYS = Object.keys(WAYS).filter((way) => way !== 'good')

/** Opens receivers of all kinds on one local port, for example at `/good/1` and `/hangs/7`. */
export async function openReceivers() {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { timestamp, data } = bodySchema.parse(JSON.parse(text))
      const id = String(request.headers['webhook-id'])
      arrivals.push({ path, id, number: data.number, afterMs: Date.now() - Date.parse(timestamp) })
      WAYS[path.split('/')[1] ?? '']?.(response)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { arrivals, at: (path: string) => `http://127.0.0.1:${port}${path}` }
}
