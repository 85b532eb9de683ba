//! The service as a client meets it.

use std::net::SocketAddr;
use std::time::Duration;

use taquin_serve::{Options, ServeError, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn running() -> Running {
    let server = Server::bind(Options { port: 0, ..Options::default() }).await.expect("a free port");
    let address = server.address();
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(server.run(async { drop(stopped.await) }));
    Running { address, stop, task }
}

async fn ask(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn every_answer_carries_the_policy() {
    let service = running().await;
    for request in [
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /no/such/thing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab",
        "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ] {
        let answer = ask(service.address, request).await.to_ascii_lowercase();
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{request}: {answer}");
        assert!(!answer.contains("unsafe-inline") && !answer.contains("'unsafe-eval'"), "{answer}");
        assert!(!answer.contains("root:"), "{answer}");
    }
}

#[tokio::test]
async fn a_foreign_host_and_a_foreign_method_are_refused() {
    let service = running().await;
    let foreign =
        ask(service.address, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").await;
    assert!(foreign.starts_with("HTTP/1.1 421"), "{foreign}");
    let none = ask(service.address, "GET / HTTP/1.0\r\n\r\n").await;
    assert!(none.starts_with("HTTP/1.0 421") || none.starts_with("HTTP/1.1 421"), "{none}");
    let delete =
        ask(service.address, "DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    assert!(delete.starts_with("HTTP/1.1 405"), "{delete}");
    // The claim alone is enough: nothing of such a body is waited for.
    let long = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4097\r\nConnection: close\r\n\r\n";
    let refused = ask(service.address, long).await;
    assert!(refused.starts_with("HTTP/1.1 413"), "{refused}");
    // One that does not tell its length is refused, too, for its method: what it sends is not kept.
    let chunked = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n";
    let refused = ask(service.address, chunked).await;
    assert!(refused.starts_with("HTTP/1.1 405"), "{refused}");
}

/// The clock of this test stands still and leaps to the next alarm whenever everyone waits: it takes no time.
#[tokio::test(start_paused = true)]
async fn a_client_that_is_slow_with_its_headers_is_dropped() {
    for sent in ["", "GET / HTTP/1.1\r\nHost: local"] {
        let service = running().await;
        let mut stream = TcpStream::connect(service.address).await.expect("it listens");
        stream.write_all(sent.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        // Five seconds of that clock are given; without our limit it would be the library's thirty, or for ever.
        let dropped = tokio::time::timeout(Duration::from_secs(6), stream.read_to_end(&mut answer)).await;
        assert!(dropped.is_ok(), "still connected, having sent {sent:?}");
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
}

#[tokio::test]
async fn a_taken_port_is_told() {
    let service = running().await;
    let options = Options { port: service.address.port(), ..Options::default() };
    let error = Server::bind(options).await.expect_err("the port is taken");
    assert!(matches!(error, ServeError::PortTaken { .. }));
    let expected = format!("port {} is taken", service.address.port());
    assert_eq!(error.to_string(), expected, "the remedy is the program's to say");
}

#[tokio::test]
async fn it_stops_when_asked_even_with_an_idle_client() {
    let service = running().await;
    let _idle = TcpStream::connect(service.address).await.expect("it listens");
    service.stop.send(()).expect("it runs");
    tokio::time::timeout(Duration::from_secs(10), service.task)
        .await
        .expect("it ends")
        .expect("without a panic");
}

#[tokio::test]
async fn a_second_host_and_an_address_that_names_another_host_are_refused() {
    let service = running().await;
    for refused in [
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET http://localhost@evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET http://localhost/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ] {
        let answer = ask(service.address, refused).await;
        assert!(
            answer.starts_with("HTTP/1.1 421") || answer.starts_with("HTTP/1.1 400"),
            "{refused}: {answer}"
        );
    }
    let ours = "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(!ask(service.address, ours).await.starts_with("HTTP/1.1 4"), "an address that names us is fine");
}

#[tokio::test]
async fn a_name_that_was_told_is_ours() {
    let server = Server::bind(Options { port: 0, ..Options::default() }).await.expect("a free port");
    let address = server.address();
    let server = server.named(vec!["league.example".into()]);
    let (_stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(server.run(async { drop(stopped.await) }));
    for (host, ours) in
        [("league.example", true), ("LEAGUE.example:443", true), ("league.example.org", false)]
    {
        let answer =
            ask(address, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await;
        assert_eq!(!answer.starts_with("HTTP/1.1 421"), ours, "{host}: {answer}");
    }
}

#[tokio::test]
async fn one_connection_more_than_there_are_places_is_closed_and_a_freed_place_is_taken() {
    let service = running().await;
    // Each of them has begun a request, so that it is no longer only in the system's queue.
    let mut held = Vec::new();
    for _ in 0..1024 {
        let mut stream = TcpStream::connect(service.address).await.expect("it listens");
        stream.write_all(b"GET / HT").await.expect("it reads");
        held.push(stream);
    }
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(ask(service.address, request).await, "");
    drop(held.pop());
    let again = async {
        while ask(service.address, request).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(4), again).await.expect("there is a place again");
}

/// Nobody reads what this asks for; in its own time the connection is dropped.
#[tokio::test]
async fn a_client_that_takes_nothing_is_dropped() {
    let service = running().await;
    let mut stream = TcpStream::connect(service.address).await.expect("it listens");
    let request = "GET /no/such/thing HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    // Answers fill the buffers of both sides, then nothing moves, then writing fails here: the other end is gone.
    let flood = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(30), flood).await.expect("it is dropped");
}
