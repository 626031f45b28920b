import { z } from 'zod'
import { secretKey, webAddress } from './env-fields.ts'

/** Variables of file storage and of the maker of talking videos; a part of `envSchema`. */
export const talkingVideosEnvShape = {
  DID_API_KEY: secretKey.optional(),
  DID_API_BASE: webAddress.default('https://api.d-id.com'),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: secretKey.optional(),
  S3_SECRET_ACCESS_KEY: secretKey.optional(),
}

export type TalkingVideosEnv = z.infer<z.ZodObject<typeof talkingVideosEnvShape>>

const S3_TOGETHER = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export function talkingVideosEnvProblems(env: TalkingVideosEnv): string[] {
  const given = S3_TOGETHER.filter((name) => env[name] !== undefined)
  if (given.length === S3_TOGETHER.length) return []
  if (given.length === 0 && env.S3_ENDPOINT === undefined) return []
  return [`${S3_TOGETHER.join(', ')} must be set together`]
}
