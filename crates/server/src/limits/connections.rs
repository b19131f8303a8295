//! All open connections: plain ones with requests and responses, and those upgraded to a socket or a stream. When a total is
//! reached, the network with the most connections loses one for each newcomer.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::future::{FutureExt as _, Shared};
use tokio::sync::oneshot;

/// Maximum number of connections, even if the limit on file descriptors is higher.
const MAX_CONNECTIONS: usize = 50_000;

/// Maximum number of plain connections. An incomplete request takes about 18 KB.
const MAX_PLAIN: usize = 1_000;

/// The same behind a proxy, where the networks of clients are unknown.
const MAX_PLAIN_PROXIED: usize = 10_000;

/// File descriptors for the database, files and connections being closed.
const RESERVED_FDS: usize = 256;

/// Maximum numbers of connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Plain connections.
    pub plain: usize,
    /// Sockets and streams.
    pub streams: usize,
}

impl Totals {
    /// Totals for a limit on file descriptors, if any.
    #[must_use]
    pub fn for_files(limit: Option<u64>, is_proxied: bool) -> Totals {
        let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let all = MAX_CONNECTIONS.min(limit - RESERVED_FDS.min(limit.div_ceil(2)));
        let plain = (all / 2).min(if is_proxied { MAX_PLAIN_PROXIED } else { MAX_PLAIN });
        Totals { plain, streams: all - plain }
    }
}

/// Resolves when the connection is evicted.
pub type Evicted = Shared<oneshot::Receiver<()>>;

/// All open connections.
#[derive(Clone, Debug)]
pub struct Connections {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    plain: Category,
    streams: Category,
    /// Counter of changes: the entry with the lowest value is the oldest in its state.
    change: u64,
}

/// The plain connections, or the sockets and streams.
#[derive(Debug)]
struct Category {
    max: usize,
    len: usize,
    /// By network, `None` behind a proxy. No entry is empty.
    members: HashMap<Option<IpAddr>, Members>,
}

/// The connections of a network by the counter value of their last change, each with a sender that evicts it.
#[derive(Default, Debug)]
struct Members {
    idle: BTreeMap<u64, oneshot::Sender<()>>,
    busy: BTreeMap<u64, oneshot::Sender<()>>,
}

/// The state of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Waiting for a request.
    Idle,
    /// Handling a request.
    Busy,
    /// A socket or a stream.
    Stream,
}

impl Members {
    fn len(&self) -> usize {
        self.idle.len() + self.busy.len()
    }
}

impl Category {
    fn new(max: usize) -> Category {
        Category { max, len: 0, members: HashMap::new() }
    }

    fn put(&mut self, network: Option<IpAddr>, is_idle: bool, change: u64, end: oneshot::Sender<()>) {
        let members = self.members.entry(network).or_default();
        if is_idle { &mut members.idle } else { &mut members.busy }.insert(change, end);
        self.len += 1;
    }

    fn take(&mut self, network: Option<IpAddr>, is_idle: bool, change: u64) -> Option<oneshot::Sender<()>> {
        let members = self.members.get_mut(&network)?;
        let end = if is_idle { &mut members.idle } else { &mut members.busy }.remove(&change)?;
        if members.len() == 0 {
            self.members.remove(&network);
        }
        self.len -= 1;
        Some(end)
    }

    /// Makes room for a connection of a network, if necessary by evicting the oldest connection of the largest network, idle
    /// ones first. Fails if the network is itself the largest. If networks are unknown, only idle connections are evicted.
    fn make_room(&mut self, network: Option<IpAddr>) -> bool {
        if self.len < self.max {
            return true;
        }
        let own = self.members.get(&network).map_or(0, Members::len);
        let Some((&largest, members)) = self.members.iter().max_by_key(|(_, members)| members.len()) else {
            return false;
        };
        if network.is_some() && members.len() <= own {
            return false;
        }
        let idle = members.idle.keys().next().map(|&change| (true, change));
        let busy = || members.busy.keys().next().map(|&change| (false, change));
        let oldest = idle.or_else(|| network.and_then(|_| busy()));
        let end = oldest.and_then(|(is_idle, change)| self.take(largest, is_idle, change));
        end.is_some_and(|end| end.send(()).is_ok())
    }
}

impl State {
    fn category(&mut self, kind: Kind) -> &mut Category {
        if kind == Kind::Stream { &mut self.streams } else { &mut self.plain }
    }

    fn put(&mut self, network: Option<IpAddr>, kind: Kind, end: oneshot::Sender<()>) -> u64 {
        self.change += 1;
        let change = self.change;
        self.category(kind).put(network, kind == Kind::Idle, change, end);
        change
    }
}

impl Connections {
    /// No connections.
    #[must_use]
    pub fn new(totals: Totals) -> Connections {
        let (plain, streams) = (Category::new(totals.plain), Category::new(totals.streams));
        Connections { state: Arc::new(Mutex::new(State { plain, streams, change: 0 })) }
    }

    /// Registers a new idle connection until the result is dropped; `None` if there is no room. `network` is `None` behind a
    /// proxy.
    #[must_use]
    pub fn open(&self, network: Option<IpAddr>) -> Option<Connection> {
        let mut state = self.lock();
        if !state.plain.make_room(network) {
            return None;
        }
        let (end, evicted) = oneshot::channel();
        let change = state.put(network, Kind::Idle, end);
        let kind = Mutex::new((Kind::Idle, change));
        Some(Connection { all: self.clone(), network, kind, evicted: evicted.shared() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open connection.
#[derive(Debug)]
pub struct Connection {
    all: Connections,
    network: Option<IpAddr>,
    /// What it is, and the number of the change that made it so.
    kind: Mutex<(Kind, u64)>,
    evicted: Evicted,
}

impl Connection {
    /// Resolves when the connection is evicted.
    pub fn evicted(&self) -> Evicted {
        self.evicted.clone()
    }

    /// Marks the connection as busy.
    pub fn begin_request(&self) {
        self.become_kind(Kind::Busy);
    }

    /// Marks the connection as idle.
    pub fn end_request(&self) {
        self.become_kind(Kind::Idle);
    }

    /// Turns the connection into a socket or a stream; `false` if there is no room.
    #[must_use]
    pub fn become_stream(&self) -> bool {
        self.become_kind(Kind::Stream)
    }

    fn become_kind(&self, kind: Kind) -> bool {
        let mut current = self.kind.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.all.lock();
        let (was, change) = *current;
        // Absent if it was evicted.
        let Some(end) = state.category(was).take(self.network, was == Kind::Idle, change) else {
            return false;
        };
        let has_room = state.category(kind).make_room(self.network);
        // A stream that has ended may always become plain again.
        let becomes = if has_room || kind != Kind::Stream { kind } else { was };
        *current = (becomes, state.put(self.network, becomes, end));
        becomes == kind
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let (was, change) = *self.kind.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.all.lock().category(was).take(self.network, was == Kind::Idle, change);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::FutureExt as _;

    use super::{Connection, Connections, Totals};

    fn network(number: u8) -> Option<IpAddr> {
        Some(Ipv4Addr::new(192, 0, 2, number).into())
    }

    fn connections(plain: usize, streams: usize) -> Connections {
        Connections::new(Totals { plain, streams })
    }

    fn is_evicted(connection: &Connection) -> bool {
        connection.evicted().now_or_never().is_some()
    }

    fn evicted(connections: &[Connection]) -> Vec<usize> {
        (0..connections.len()).filter(|&index| is_evicted(&connections[index])).collect()
    }

    fn open(all: &Connections, number: u8, count: usize) -> Vec<Connection> {
        (0..count).map_while(|_| all.open(network(number))).collect()
    }

    #[test]
    fn newcomer_evicts_the_oldest_connection_of_the_largest_network() {
        let all = connections(10, 10);
        let (few, many) = (open(&all, 1, 3), open(&all, 2, 7));
        assert!(all.open(network(2)).is_none(), "the largest network cannot open more");
        let newcomers = open(&all, 3, 3);
        assert_eq!(newcomers.len(), 3);
        assert_eq!((evicted(&few), evicted(&many)), (vec![], vec![0, 1, 2]));
        assert!(all.open(network(2)).is_none(), "it is still the largest");
        assert_eq!(all.lock().plain.len, 10);
        drop((few, many, newcomers));
        let state = all.lock();
        assert!(state.plain.members.is_empty() && state.plain.len == 0, "no entry is left");
    }

    #[test]
    fn busy_connections_are_evicted_last() {
        let all = connections(3, 10);
        let many = open(&all, 1, 3);
        many[0].begin_request();
        many[1].begin_request();
        many[1].end_request();
        // The third has been idle longer than the second.
        let newcomers = [all.open(network(2)).unwrap(), all.open(network(3)).unwrap()];
        assert_eq!(evicted(&many), [1, 2]);
        let more = open(&all, 1, 1);
        assert!(more.is_empty(), "all networks hold equally many");
        many[1].begin_request();
        assert!(!many[1].become_stream(), "the connection was evicted");
        let all = connections(2, 10);
        let busy = open(&all, 1, 2);
        busy.iter().for_each(Connection::begin_request);
        assert!(all.open(network(2)).is_some(), "if all are busy, the oldest is evicted");
        assert_eq!(evicted(&busy), [0]);
        drop(newcomers);
    }

    #[test]
    fn newcomers_are_admitted_during_a_flood_from_many_networks() {
        let all = connections(200, 10);
        let flood: Vec<_> = (0..20).flat_map(|number| open(&all, number, 400)).collect();
        assert!(all.lock().plain.len <= 200);
        let held = |number: u8| all.lock().plain.members.get(&network(number)).map_or(0, super::Members::len);
        assert!((0..20).all(|number| (9..=11).contains(&held(number))), "all networks hold equally many");
        for number in 100..110 {
            let newcomer = all.open(network(number)).expect("another connection is evicted");
            assert!(!is_evicted(&newcomer));
        }
        drop(flood);
        assert_eq!(all.lock().plain.len, 0);
    }

    #[test]
    fn streams_have_a_separate_total() {
        let all = connections(4, 6);
        let streams: Vec<_> = (0..6)
            .map(|_| open(&all, 1, 1).remove(0))
            .inspect(|stream| {
                stream.begin_request();
                assert!(stream.become_stream());
            })
            .collect();
        let plain = open(&all, 1, 9);
        assert_eq!(plain.len(), 4, "streams do not count as plain connections");
        assert!(!plain[0].become_stream(), "the network holds the most streams");
        assert!(!is_evicted(&plain[0]), "the connection serves requests again");
        let other = all.open(network(2)).unwrap();
        assert!(other.become_stream());
        assert_eq!(evicted(&streams), [0]);
        // A stream that has ended serves requests again.
        streams[1].begin_request();
        streams[1].end_request();
        assert_eq!(all.lock().streams.len, 5);
    }

    #[test]
    fn behind_a_proxy_only_idle_connections_are_evicted() {
        let all = connections(2, 1);
        let one = all.open(None).unwrap();
        one.begin_request();
        let two = all.open(None).unwrap();
        let three = all.open(None).unwrap();
        assert!(is_evicted(&two) && !is_evicted(&one));
        three.begin_request();
        assert!(all.open(None).is_none());
        assert!(one.become_stream() && !three.become_stream());
        assert!(!is_evicted(&one) && !is_evicted(&three));
    }

    #[test]
    fn totals_leave_file_descriptors_for_other_uses() {
        for limit in
            [Some(0), Some(1), Some(64), Some(1_024), Some(4_096), Some(1 << 20), Some(u64::MAX), None]
        {
            for is_proxied in [false, true] {
                let Totals { plain, streams } = Totals::for_files(limit, is_proxied);
                let all = (plain + streams) as u64;
                assert!(limit.is_none_or(|limit| all <= limit / 2 || all + 256 <= limit), "{limit:?}");
                assert!(all <= 50_000 && plain <= if is_proxied { 10_000 } else { 1_000 });
            }
        }
        assert_eq!(Totals::for_files(Some(4_096), false), Totals { plain: 1_000, streams: 2_840 });
        assert_eq!(Totals::for_files(Some(256), false), Totals { plain: 64, streams: 64 });
        assert_eq!(Totals::for_files(None, true), Totals { plain: 10_000, streams: 40_000 });
    }
}
