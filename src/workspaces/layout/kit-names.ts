/** `Seat_<group>_01` and so on, `count` of them. */
export function numberedSeats(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0');
    return `Seat_${group}_${number}`;
  });
}

/** Names of a module's seats and room, derived from its id. */
export function moduleNames(id: string, seatCount: number): { seats: string[]; room: string } {
  const capitals = id.toUpperCase();
  return { seats: numberedSeats(capitals, seatCount), room: `Anchor_Room_${capitals}` };
}
