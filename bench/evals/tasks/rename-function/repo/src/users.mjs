const users = new Map([[1, { id: 1, name: 'Ada' }]]);

/** A user by id, or undefined. */
export function fetchUser(id) {
  return users.get(id);
}

export function fetchUserAvatar(id) {
  return `/avatars/${fetchUser(id)?.name.toLowerCase() ?? 'none'}.png`;
}
