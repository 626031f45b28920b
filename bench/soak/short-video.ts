import { setTimeout as delay } from 'node:timers/promises'
import { videoSchema, type Video } from '#contract/videos.ts'
import { asPerson, type Account } from '../../e2e/support/accounts.ts'

const MOST_QUESTIONS = 240

/**
 * Orders a video of about two seconds with a sentence that no earlier video had, and downloads the file.
 * @throws {Error} if it fails or takes minutes
 */
export async function makeShortVideo(
  serverUrl: string,
  account: Account,
  assistantId: string,
  number: number,
): Promise<void> {
  const headers = asPerson(account)
  let video = await read(
    await fetch(`${serverUrl}/api/videos`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        assistantId,
        text: `Hello there, this is number ${number}.`,
        format: number % 2 === 0 ? 'webm' : 'mp4',
      }),
    }),
  )
  for (let asked = 0; asked < MOST_QUESTIONS && video.askAgainMs !== null; asked += 1) {
    await delay(video.askAgainMs)
    video = await read(await fetch(`${serverUrl}/api/videos/${video.id}`, { headers }))
  }
  if (!video.video) throw new Error(video.error?.cause ?? 'took too long')
  const file = await fetch(new URL(video.video.url, serverUrl))
  if (!file.ok) throw new Error(`no file: ${file.status}`)
  await file.arrayBuffer()
}

async function read(response: Response): Promise<Video> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return videoSchema.parse(await response.json())
}
