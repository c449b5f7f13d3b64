/** The key by which browsers know the office when they subscribe. */
export interface PushKey {
  /** Public key of VAPID (RFC 8292), base64url. */
  readonly key: string;
}

/** Answer to `POST /push`. */
export interface PushSubscribed {
  /** The id that ends the subscription. */
  readonly id: string;
}
