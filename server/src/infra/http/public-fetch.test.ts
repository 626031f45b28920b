import { createSocket, type Socket } from 'node:dgram'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createNameLookup, createPublicFetch, type PublicFetchOptions, type PublicRequest } from './public-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function get(url: string, wish: Partial<PublicRequest> = {}, options: Partial<PublicFetchOptions> = {}) {
  return createPublicFetch({ allowLoopback: true, ...options })({ url, timeoutMs: 2_000, maxBytes: 1_000, ...wish })
}

const problem = (name: string) => expect.objectContaining({ name: 'PublicFetchError', problem: name })

describe('an address that is not public', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[64:ff9b::a00:1]/',
    'http://[::7f00:1]/',
    'http://[4000::1]/',
    'http://168.63.129.16/machine',
    'http://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
  ])('such as %s is refused before anything is sent', async (url) => {
    await expect(get(url, {}, { allowLoopback: false })).rejects.toEqual(problem('not-public'))
  })

  it.each(['10.0.0.7', '127.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:192.168.0.1', 'fe80::1%eth0'])(
    'is refused if a name resolves to it (%s), even beside a public one',
    async (address) => {
      const family = address.includes(':') ? 6 : 4
      const both = [
        { address: '93.184.215.14', family: 4 },
        { address, family },
      ]
      const options = { allowLoopback: false, resolve: async () => both }
      await expect(get('http://shop.example/', {}, options)).rejects.toEqual(problem('not-public'))
      await expect(get('https://shop.example/', {}, options)).rejects.toEqual(problem('not-public'))
    },
  )

  it.each(['http://10.0.0.1/', 'http://[::ffff:a9fe:a9fe]/', 'http://inside.example/'])(
    'is refused if a redirect leads to it (%s)',
    async (location) => {
      const port = await serve((_, response) => void response.writeHead(302, { Location: location }).end())
      const resolve = async () => [{ address: '10.0.0.1', family: 4 }]
      await expect(get(`http://127.0.0.1:${port}/`, { maxRedirects: 3 }, { resolve })).rejects.toEqual(
        problem('not-public'),
      )
    },
  )

  it('is refused if a name resolves to it at a later look-up, and each connection resolves once', async () => {
    let lookUps = 0
    const resolve = async () => [{ address: lookUps++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    let requests = 0
    const port = await serve((_, response) => {
      requests += 1
      response.writeHead(302, { Location: '/again' }).end()
    })
    const url = `http://rebinding.example:${port}/`
    await expect(get(url, { maxRedirects: 3 }, { resolve })).rejects.toEqual(problem('not-public'))
    expect([lookUps, requests]).toEqual([2, 1])
  })
})

it.each([
  ['ftp://shop.example/', 'not-web'],
  ['file:///etc/passwd', 'not-web'],
  ['https://ann:secret@shop.example/', 'not-web'],
  ['https://shop.example@stranger.example/', 'not-web'],
  ['shop.example', 'not-web'],
  ['http://93.184.215.14:22/', 'port'],
  ['http://shop.example:6379/', 'port'],
])('%s is refused: %s', async (url, expected) => {
  const resolve = async () => [{ address: '93.184.215.14', family: 4 }]
  await expect(get(url, {}, { resolve })).rejects.toEqual(problem(expected))
})

it('returns the decompressed response and its final address', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/') response.writeHead(301, { Location: '/page' }).end()
    else response.writeHead(404, { 'Content-Encoding': 'br' }).end(brotliCompressSync('not here'))
  })
  const answer = await get(`http://127.0.0.1:${port}/`, { maxRedirects: 1 })
  expect([answer.url, answer.status, answer.body.toString()]).toEqual([
    `http://127.0.0.1:${port}/page`,
    404,
    'not here',
  ])
})

it('posts a body without following redirects', async () => {
  const bodies: string[] = []
  const port = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
    request.on('end', () => response.writeHead(307, { Location: '/elsewhere' }).end())
  })
  const wish = { method: 'POST' as const, body: '{"a":"ä"}', maxRedirects: 5 }
  await expect(get(`http://127.0.0.1:${port}/`, wish)).rejects.toEqual(problem('redirected'))
  expect(bodies).toEqual(['{"a":"ä"}'])
})

it.each(['ftp://shop.example/', 'http://ann:secret@127.0.0.1/'])('a redirect to %s is refused', async (location) => {
  const port = await serve((_, response) => void response.writeHead(302, { Location: location }).end())
  await expect(get(`http://127.0.0.1:${port}/`, { maxRedirects: 1 })).rejects.toEqual(problem('not-web'))
})

it('gives up on redirects that never end', async () => {
  const port = await serve((_, response) => void response.writeHead(302, { Location: '/' }).end())
  await expect(get(`http://127.0.0.1:${port}/`, { maxRedirects: 5 })).rejects.toEqual(problem('redirected'))
})

describe('a body', () => {
  it('that is too large once decompressed is refused or cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const port = await serve((_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
    const url = `http://127.0.0.1:${port}/`
    await expect(get(url, { maxBytes: 100_000 })).rejects.toEqual(problem('too-large'))
    expect((await get(url, { maxBytes: 100_000, whenLonger: 'cut' })).body.length).toBe(100_000)
  })

  it('that never ends is refused or cut off', async () => {
    const port = await serve((_, response) => {
      const more = (): void => void response.write('x'.repeat(64_000), () => response.destroyed || more())
      more()
    })
    const url = `http://127.0.0.1:${port}/`
    await expect(get(url, { maxBytes: 200_000 })).rejects.toEqual(problem('too-large'))
    expect((await get(url, { whenLonger: 'cut' })).body.toString()).toBe('x'.repeat(1_000))
  })

  it('that breaks off or is not encoded as declared is refused', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/cut')
        response.writeHead(200, { 'Content-Length': '90' }).write('x', () => response.destroy())
      else response.writeHead(200, { 'Content-Encoding': request.url?.slice(1) ?? '' }).end('plain text')
    })
    for (const path of ['cut', 'gzip', 'zstd']) {
      await expect(get(`http://127.0.0.1:${port}/${path}`)).rejects.toEqual(problem('broken'))
    }
  })
})

it.each(['/silent', '/dripping', '/round'])('the time limit applies to the request as a whole: %s', async (path) => {
  const port = await serve((request, response) => {
    if (request.url === '/silent') return
    if (request.url === '/round') {
      setTimeout(() => response.writeHead(302, { Location: '/round' }).end(), 40)
      return
    }
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const wish = { timeoutMs: 120, maxRedirects: 50 }
  await expect(get(`http://127.0.0.1:${port}${path}`, wish)).rejects.toEqual(problem('timed-out'))
})

it('ends with the reason of its signal, even during a name look-up', async () => {
  const leaving = new AbortController()
  const answer = get('http://slow.example/', { signal: leaving.signal }, { resolve: () => new Promise(() => {}) })
  leaving.abort(new Error('the call has ended'))
  await expect(answer).rejects.toThrow('the call has ended')
})

it('reports that a server cannot be reached', async () => {
  const port = await serve(() => {})
  servers.splice(0).forEach((server) => server.close())
  await expect(get(`http://127.0.0.1:${port}/`)).rejects.toEqual(problem('unreachable'))
})

describe('a name', () => {
  const nameServers: Socket[] = []
  afterEach(() => {
    for (const socket of nameServers.splice(0)) socket.close()
  })

  /** A name server that answers each question with this code of RFC 1035, or never. */
  async function fetchBy(answer: number | undefined, wish: Partial<PublicRequest> = {}) {
    const socket = createSocket('udp4')
    nameServers.push(socket)
    socket.on('message', (question, { port }) => {
      if (answer === undefined) return
      const reply = Buffer.from(question)
      reply.writeUInt16BE(0x8180 | answer, 2)
      socket.send(reply, port, '127.0.0.1')
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    const resolve = createNameLookup({ servers: [`127.0.0.1:${socket.address().port}`], timeoutMs: 150 })
    return get('http://shop.example/', wish, { resolve })
  }

  it('that does not exist is reported as unknown', async () => {
    await expect(fetchBy(3)).rejects.toEqual(problem('no-name'))
  })

  it('whose name server never answers is reported as such', async () => {
    await expect(fetchBy(undefined)).rejects.toEqual(problem('name-silent'))
  })

  it('whose name server never answers takes no longer than the request’s time limit', async () => {
    await expect(fetchBy(undefined, { timeoutMs: 50 })).rejects.toEqual(problem('timed-out'))
  })
})
