import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_FRAME_BYTES } from '#contract/realtime.ts'
import { longestPause, MAX_PAUSE_MS } from '../../infra/event-loop-testing.ts'
import { encodePcm16Base64 } from '../audio/pcm16.ts'
import { startRealtime, type AnyEvent, type RealtimeHarness } from '../testing/realtime-harness.ts'
import { speech } from '../testing/scripted-parts.ts'

let realtime: RealtimeHarness
afterEach(() => realtime.close())

const append = (samples: Float32Array) => ({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(samples) })
const errorOf = (event: AnyEvent) => event['error'] as { code: string }

describe('a hostile socket', () => {
  const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length))
  const most = MAX_FRAME_BYTES - 200
  const session = (inside: string) =>
    `{"type":"session.update","event_id":"mine","session":{"type":"realtime",${inside}}}`
  const item = (content: string) =>
    `{"type":"conversation.item.create","item":{"type":"message","role":"user","content":[${content}]}}`
  const frames: [string, string, string][] = [
    ['nested brackets', fill('[', most), 'frame_too_complex'],
    ['nested objects', `${fill('{"a":', most)}1`, 'frame_too_complex'],
    ['closed nested brackets', `${fill('[', most / 2)}${fill(']', most / 2)}`, 'frame_too_complex'],
    ['a million numbers', session('"x":[' + fill('1,', most) + '1]'), 'frame_too_complex'],
    ['a hundred thousand keys', session(Array.from({ length: 90_000 }, (_, index) => `"k${index}":0`).join()), 'frame_too_complex'],
    ['endless content', item(`${fill('{},', most)}{}`), 'frame_too_complex'],
    ['the maximum number of content parts', item(`${fill('{"a":1},', 19_000)}{}`), 'invalid_event'],
    ['one long number', fill('1', most), 'frame_too_large'],
    ['white space', fill(' ', most), 'invalid_json'],
    ['an unterminated string', `"${fill('\\"', most)}`, 'invalid_json'],
    ['nested brackets behind a text that ends with a backslash', `["\\\\",${fill('[', most)}`, 'frame_too_complex'],
    ['backslashes', `"${fill('\\', most)}`, 'invalid_json'],
    ['a long text in a short field', session(`"audio":{"output":{"voice":"${fill('x', most)}"}}`), 'frame_too_large'],
  ] // oxfmt-ignore

  it.each(frames)('delays no others by sending %s', async (_, frame, code) => {
    realtime = await startRealtime({ tokens: ['ek_a', 'ek_b', 'ek_c', 'ek_d', 'ek_e'] })
    const clients = ['ek_a', 'ek_b', 'ek_c', 'ek_d', 'ek_e'].map((token) => realtime.connect(token))
    await Promise.all(clients.map((client) => client.next('session.created')))
    const pause = await longestPause(async () => {
      for (const client of clients) client.socket.send(frame)
      const errors = await Promise.all(clients.map((client) => client.next('error')))
      expect(errors.map((event) => errorOf(event).code)).toEqual(clients.map(() => code))
    })
    expect(pause.cpuMs).toBeLessThan(MAX_PAUSE_MS)
    expect(realtime.faults).toEqual([])
  })

  it('delays no others by sending recordings at once', async () => {
    const tokens = ['ek_a', 'ek_b', 'ek_c', 'ek_d', 'ek_e']
    realtime = await startRealtime({ tokens })
    const clients = tokens.map((token) => realtime.connect(token))
    await Promise.all(clients.map((client) => client.next('session.created')))
    const frame = JSON.stringify(append(speech(14_500)))
    const pause = await longestPause(async () => {
      for (let part = 0; part < 6; part += 1) {
        for (const client of clients) {
          client.socket.send(frame)
          // The test's clients run in the same thread and need their turns too.
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await Promise.all(clients.map((client) => client.next('error')))
    })
    expect(pause.cpuMs).toBeLessThan(MAX_PAUSE_MS)
  })

  it('has each frame parsed once, and too deep or too large ones never', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    const sent = [fill('[', most), '{"type":"make.coffee"}', 'junk']
    const parse = vi.spyOn(JSON, 'parse')
    try {
      for (const frame of sent) {
        client.socket.send(frame)
        await client.next('error')
      }
      const parsed = sent.map((frame) => parse.mock.calls.filter(([text]) => text === frame).length)
      expect(parsed).toEqual([0, 1, 1])
    } finally {
      parse.mockRestore()
    }
  })

  it('is not granted compression', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good', { perMessageDeflate: true })
    await client.next('session.created')
    expect(client.socket.extensions).toBe('')
  })

  it('is closed for a frame in thousands of parts', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    for (let part = 0; part < 2_000; part += 1) client.socket.send(' ', { fin: false })
    expect((await client.closed).code).toBe(1008)
  })

  it('is closed for sending more bytes than audio needs', async () => {
    realtime = await startRealtime()
    const client = realtime.connect('ek_good')
    await client.next('session.created')
    for (let sent = 0; sent < 12; sent += 1) client.socket.send(Buffer.alloc(MAX_FRAME_BYTES))
    expect((await client.closed).code).toBe(1008)
  })

  it('blocks no callers, even if hundreds are refused and stay open', async () => {
    realtime = await startRealtime({ maxCalls: 1 })
    const { hostname, port } = new URL(realtime.url)
    const handshake =
      'GET /v1/realtime HTTP/1.1\r\nHost: voxhall.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    // These sockets read nothing, so they never answer the closing handshake.
    const lingering = Array.from({ length: 260 }, () => connect(Number(port), hostname).on('error', () => undefined))
    for (const socket of lingering) socket.write(handshake)
    await Promise.all(lingering.map((socket) => Promise.race([once(socket, 'readable'), once(socket, 'close')])))
    const caller = realtime.connect('ek_good')
    const answer = await Promise.race([caller.next('session.created'), caller.closed])
    expect(answer).toMatchObject({ type: 'session.created' })
    for (const socket of lingering) socket.destroy()
  })
})
