import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { AppError } from '#contract/errors.ts'
import { messageOf } from '../error-facts.ts'
import { checkedKey, type FileStore } from './file-store.ts'

interface S3StoreOptions {
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** The store's address, such as `https://s3.eu-central-1.amazonaws.com` or `http://minio:9000`. */
  endpoint: string
  bucket: string
  retryDelayMs?: number
  timeoutMs?: number
}

/** Limit until a response begins, since a person may wait for it. Large files get more time to be sent and fetched. */
const TIMEOUT_MS = 8_000
const MORE_MS_PER_MB = 2_000
const FETCH_MS = 60_000
const BYTES_PER_MB = 1_000_000
const TRIES = 3
const RETRY_DELAY_MS = 250
const NOTHING = new Uint8Array()

const FOR_PEOPLE =
  'The store for photos and videos is not responding. Nothing was changed. Please try again in a minute.'

/** The store refused, or could not be reached after several attempts. The message has the status, never the credentials. */
class S3Error extends AppError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('unavailable', { detail: FOR_PEOPLE, retryAfterSeconds: 30, cause: options.cause })
    this.name = 'S3Error'
    // People read the detail; this message is for the log.
    this.message = message
  }
}

interface S3Request {
  method: string
  key: string
  body?: Uint8Array
  headers?: Record<string, string>
}

/** Works with any store that speaks S3. The bucket stands in the path, which all of them understand. */
export function createS3Store(options: S3StoreOptions): FileStore {
  const { endpoint, bucket, retryDelayMs = RETRY_DELAY_MS, timeoutMs = TIMEOUT_MS, ...credentials } = options

  /** `read` reads the response; it is not called for a failure. */
  async function send<Result>(
    { method, key, body = NOTHING, headers = {} }: S3Request,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${checkedKey(key)}`)
    const request = {
      ...credentials,
      service: 's3',
      method,
      url: url.href,
      // Stores behind plain http require the body's hash in the signature.
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    }
    let failure: unknown
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (attempt > 0) await delay(retryDelayMs * 2 ** (attempt - 1))
      const late = new AbortController()
      const giveUp = (): void => late.abort(new Error('it said nothing for too long'))
      let timer = setTimeout(giveUp, timeoutMs + (body.length / BYTES_PER_MB) * MORE_MS_PER_MB)
      try {
        // Signed again for each attempt, since a signature is valid for minutes only.
        const signed = await new AwsV4Signer(request).sign()
        const response = await fetch(url, {
          method,
          headers: signed.headers,
          body: method === 'PUT' ? new Uint8Array(body) : undefined,
          redirect: 'error',
          signal: late.signal,
        })
        clearTimeout(timer)
        timer = setTimeout(giveUp, FETCH_MS)
        if (response.ok || response.status === 404) return await read(response)
        failure = new Error(`status ${response.status} ${codeIn(new Uint8Array(await response.arrayBuffer()))}`)
        if (response.status < 500 && response.status !== 429) break
      } catch (error) {
        failure = error
        // After a timeout there is no retry, which would make the person wait as long again.
        if (late.signal.aborted) break
      } finally {
        clearTimeout(timer)
      }
    }
    throw new S3Error(`the file store failed at ${method}: ${messageOf(failure)}`, { cause: failure })
  }

  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

  return {
    async put(key, bytes, mediaType) {
      const request = { method: 'PUT', key, body: bytes, headers: { 'content-type': mediaType } }
      const status = await send(request, async (response) => (await bytesOf(response), response.status))
      if (status === 404) throw new S3Error(`the file store has no bucket "${bucket}"`)
    },
    get: (key) =>
      send({ method: 'GET', key }, async (response) => {
        const bytes = await bytesOf(response)
        return response.status === 404 ? undefined : bytes
      }),
    stream: (key, { start, end }) =>
      send({ method: 'GET', key, headers: { range: `bytes=${start}-${end}` } }, async (response) => {
        if (response.status === 206) return response.body ?? undefined
        const whole = await bytesOf(response)
        // A store that does not support ranges sends the whole file.
        return response.status === 404 ? undefined : new Blob([whole.subarray(start, end + 1)]).stream()
      }),
    // S3 writes are atomic, so there are no drafts to clear.
    clearDrafts: async () => {},
    delete: (key) => send({ method: 'DELETE', key }, async (response) => void (await bytesOf(response))),
  }
}

function codeIn(answer: Uint8Array): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(new TextDecoder().decode(answer.subarray(0, 2_000)))?.[1] ?? ''
}
