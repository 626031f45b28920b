import { talkSchema, type Talk } from '#contract/avatars.ts'
import { apiFetch } from '../../lib/api-fetch.ts'

/** `POST /api/avatars/talks`: the video in which an assistant of the catalogue greets. @throws ApiProblem */
export async function orderVideo(assistantId: string): Promise<Talk> {
  const response = await apiFetch('/api/avatars/talks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assistantId, format: playableFormat() }),
  })
  return talkSchema.parse(await response.json())
}

/** A look that hangs would hold up all that follow. */
const LOOK_WITHIN_MS = 20_000

/** `GET /api/avatars/talks/{id}`. @throws ApiProblem */
export async function readVideo(talkId: string): Promise<Talk> {
  const response = await apiFetch(`/api/avatars/talks/${encodeURIComponent(talkId)}`, {
    signal: AbortSignal.timeout(LOOK_WITHIN_MS),
  })
  return talkSchema.parse(await response.json())
}

function playableFormat(): 'webm' | 'mp4' {
  return document.createElement('video').canPlayType('video/webm; codecs="vp09.00.10.08, opus"') === '' ? 'mp4' : 'webm'
}
