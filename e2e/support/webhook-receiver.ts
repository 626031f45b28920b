import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { serve } from './serve.ts'

const eventSchema = z.object({ type: z.string() })

/** An owner's program that receives webhooks and checks their signatures. */
export async function startReceiver() {
  const received: { body: string; headers: IncomingHttpHeaders }[] = []
  let secret = ''
  const { url, stop } = await serve((request, response) => {
    void text(request).then((body) => {
      received.push({ body, headers: request.headers })
      response.end()
    })
  }, '127.0.0.1')
  return {
    url: `${url}/voxhall`,
    learnSecret: (shown: string) => void (secret = shown),
    /** The types of the received events, in order. Throws if a signature is wrong. */
    verified: () =>
      received.map(({ body, headers }) => {
        const signed = new Webhook(secret).verify(body, headers as Record<string, string>)
        return eventSchema.parse(signed).type
      }),
    stop,
  }
}
