import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, it } from 'vitest'
import { CannotListenError, createHttpServer } from './listen.ts'

type HttpServer = ReturnType<typeof createHttpServer>
const running: HttpServer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)))
})

function create(options: Parameters<typeof createHttpServer>[0]): HttpServer {
  const server = createHttpServer(options)
  running.push(server)
  return server
}

/** A server that answers "finished" only when told to. `asked` resolves once a request waits for the answer. */
async function holdingServer() {
  const server = create({ tls: undefined, upgrades: {} })
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  server.serve(async () => {
    asked.resolve()
    await gate.promise
    return new Response('finished')
  })
  const { port } = await server.listen(0, '127.0.0.1')
  return { server, port, asked: asked.promise, answer: gate.resolve }
}

describe('an http server', () => {
  it('says what to do if its port is taken', async () => {
    const first = create({ tls: undefined, upgrades: {} })
    const { port } = await first.listen(0, '127.0.0.1')
    const second = createHttpServer({ tls: undefined, upgrades: {} })
    await expect(second.listen(port, '127.0.0.1')).rejects.toThrow(CannotListenError)
    await expect(second.listen(port, '127.0.0.1')).rejects.toThrow(/set PORT to another port/)
  })

  it('lets a running response finish when it closes, and accepts no new requests', async () => {
    const { server, port, asked, answer } = await holdingServer()
    const response = fetch(`http://127.0.0.1:${port}/`)
    await asked
    const closed = server.close(5_000)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    answer()
    expect(await (await response).text()).toBe('finished')
    await closed
  })

  it('does not wait for idle connections when it closes', async () => {
    const { server, port, asked, answer } = await holdingServer()
    server.server.keepAliveTimeout = 60_000
    // An unused connection, as browsers open them ahead of need, and one kept alive after a request.
    const unused = connect(port, '127.0.0.1')
    await new Promise((resolve) => server.server.once('connection', resolve))
    const used = connect(port, '127.0.0.1')
    const seen: string[] = []
    used.on('data', (chunk: Buffer) => seen.push(chunk.toString()))
    const bothEnded = Promise.all(
      [unused, used].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    )
    used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    unused.resume()
    await asked
    const closed = server.close(60_000)
    answer()
    expect(await closed).toBe(0)
    await bothEnded
    expect(seen.join('')).toContain('finished')
  })

  it('cuts off a response that never finishes', async () => {
    const server = create({ tls: undefined, upgrades: {} })
    const asked = Promise.withResolvers<void>()
    server.serve(() => {
      asked.resolve()
      return new Promise<Response>(() => {})
    })
    const { port } = await server.listen(0, '127.0.0.1')
    const answer = fetch(`http://127.0.0.1:${port}/`)
    answer.catch(() => {})
    await asked.promise
    expect(await server.close(20)).toBe(1)
    await expect(answer).rejects.toThrow('fetch failed')
  })

  it('passes upgrades to the handler of their path and refuses all others', async () => {
    const paths: string[] = []
    const server = create({
      tls: undefined,
      upgrades: {
        '/v1/realtime': (request, socket) => {
          paths.push(request.url ?? '')
          socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
        },
      },
    })
    const { port } = await server.listen(0, '127.0.0.1')
    expect(await upgrade(port, '/v1/realtime?model=x')).toBe(101)
    expect(await upgrade(port, '/v1/other')).toBe(404)
    for (const path of ['/constructor', '//', '///', 'http://[']) expect(await upgrade(port, path), path).toBe(404)
    expect(paths).toEqual(['/v1/realtime?model=x'])
  })

  it('survives a client that resets the connection right after asking for an upgrade', async () => {
    const taken = Promise.withResolvers<Duplex>()
    const server = create({ tls: undefined, upgrades: { '/v1/realtime': (_, socket) => taken.resolve(socket) } })
    server.serve(() => new Response('fine'))
    const { port } = await server.listen(0, '127.0.0.1')
    const client = connect(port, '127.0.0.1')
    client.write('GET /v1/realtime HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const socket = await taken.promise
    const closed = new Promise((resolve) => socket.once('close', resolve))
    // Without a listener the reset would be an uncaught error, which fails the test run and would end a real server.
    expect(socket.listenerCount('error')).toBeGreaterThan(0)
    socket.resume()
    client.resetAndDestroy()
    await closed
    expect(socket.errored).toMatchObject({ code: 'ECONNRESET' })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
  })

  it('closes the connection of a refused client that keeps it open', async () => {
    const server = create({ tls: undefined, upgrades: {} })
    const { port } = await server.listen(0, '127.0.0.1')
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.resume().write('GET /no HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await new Promise((resolve) => client.once('end', resolve))
    await expect
      .poll(() => new Promise((resolve) => server.server.getConnections((_, count) => resolve(count))))
      .toBe(0)
    client.destroy()
  })

  it('reports its own errors and keeps running', async () => {
    const faults: string[] = []
    const server = create({ tls: undefined, upgrades: {}, onError: (error) => faults.push(error.message) })
    server.serve(() => new Response('fine'))
    const { port } = await server.listen(0, '127.0.0.1')
    server.server.emit('error', new Error('too many open files'))
    expect(faults).toEqual(['too many open files'])
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
  })

  it('does not let a slow client hold a connection for minutes', () => {
    const { server } = create({ tls: undefined, upgrades: {} })
    for (const limitMs of [server.headersTimeout, server.requestTimeout]) {
      expect(limitMs).toBeGreaterThan(0)
      expect(limitMs).toBeLessThanOrEqual(60_000)
    }
    expect(server.headersTimeout).toBeLessThan(server.requestTimeout)
  })

  it('survives invalid HTTP', async () => {
    const server = create({ tls: undefined, upgrades: {} })
    server.serve(() => new Response('fine'))
    const { port } = await server.listen(0, '127.0.0.1')
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from([0, 255, 1, 2, 10, 13, 10, 13, 10])))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.resume()
    })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
  })

  it('speaks TLS when it has a certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voxhall-tls-'))
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const made = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' })
    writeFileSync(certFile, made.cert)
    writeFileSync(keyFile, made.private)
    try {
      const server = create({ tls: { certFile, keyFile }, upgrades: {} })
      server.serve((request) => new Response(new URL(request.url).protocol))
      const { port } = await server.listen(0, '127.0.0.1')
      const body = await new Promise<string>((resolve, reject) => {
        httpsRequest({ port, host: '127.0.0.1', rejectUnauthorized: false }, (response) => {
          response.on('data', (data: Buffer) => resolve(data.toString()))
        })
          .on('error', reject)
          .end()
      })
      expect(body).toBe('https:')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** The status with which the server answers a WebSocket upgrade. */
function upgrade(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
    const request = httpRequest({ port, host: '127.0.0.1', path, headers })
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end()
  })
}
