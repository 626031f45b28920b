/** Part of every secret that `vendorsAt` sets, to find in a log what does not belong there. */
export const VENDOR_SECRET = 'hush-hush'

/** The environment of a server whose outside services are all at one port of this machine. */
export function vendorsAt(port: number): Record<string, string> {
  const at = `http://127.0.0.1:${port}`
  return {
    OPENAI_BASE_URL: `${at}/v1`,
    OPENAI_API_KEY: `sk-${VENDOR_SECRET}`,
    ELEVENLABS_BASE_URL: at,
    ELEVENLABS_API_KEY: `xi-${VENDOR_SECRET}`,
    DID_API_BASE: at,
    DID_API_KEY: `user:${VENDOR_SECRET}`,
    DID_AGENT_ID: 'agt_1',
    DID_CLIENT_KEY: 'ck_public',
    DID_AGENT_SCRIPT_URL: `${at}/v2/index.js`,
    VAPI: 'on',
    VAPI_BASE_URL: at,
    VAPI_PUBLIC_KEY: 'public',
    VAPI_PRIVATE_KEY: `vapi-${VENDOR_SECRET}`,
    VAPI_WEBHOOK_SECRET: `vapi-webhook-${VENDOR_SECRET}`,
    VAPI_ASSISTANT_IDS: 'finance=7f6d2a1e-0c1b-4f3a-9f57-3c1f6a1d0b11',
    STRIPE_API_BASE: at,
    STRIPE_SECRET_KEY: 'sk_test_hushhush',
    STRIPE_WEBHOOK_SECRET: `whsec_${VENDOR_SECRET}`,
    SMTP_URL: `smtp://user:${VENDOR_SECRET}@127.0.0.1:${port}`,
    S3_ENDPOINT: at,
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: `AKIA${VENDOR_SECRET}`,
    S3_SECRET_ACCESS_KEY: `s3-${VENDOR_SECRET}`,
  }
}
