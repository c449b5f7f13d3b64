import { useState } from 'react';
import { notify, notifyOf } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { Check } from '../ui/fields.js';
import { subscribe, unsubscribe } from './subscription.js';
import { isWanted } from './wish.js';

const refused = 'The browser does not allow notifications.';
const onlyOpen =
  'Notifications of requests are on while the page is open: this browser has no push service.';

/**
 * The switch for messages about questions and ended runs, which also come while the page is closed.
 */
export function Notifications() {
  const { http } = useOffice();
  const [isOn, setOn] = useState(() => Notification.permission === 'granted' && isWanted());
  const change = async (on: boolean) => {
    if (on && (await Notification.requestPermission()) !== 'granted') return notify(refused);
    setOn(on);
    await (on
      ? subscribe(http).then(
          () => isWanted() && notify('Notifications are on.'),
          () => isWanted() && notify(onlyOpen),
        )
      : unsubscribe(http).catch(notifyOf));
    setOn(isWanted());
  };
  return (
    <Check isOn={isOn} onChange={(on) => void change(on)}>
      Notifications
    </Check>
  );
}
